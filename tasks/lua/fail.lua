-- The unit's work can never succeed: its rendering fails with every job that asked. ARGV: unit, token, error
also_when_full()
local fp = split(ARGV[1])
if not holds(ARGV[1], ARGV[2]) or not active(redis.call('HGET', render_key(fp), 'state')) then return { 'stale', {} } end
return { 'final', close_rendering(fp, 'FAILED', ARGV[3], now()) }
