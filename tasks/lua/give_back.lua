-- Hand a unit back. ARGV: unit, token, attempts, reason; a reason counts a strike, '' counts nothing (drain).
also_when_full()
local unit, token, reason = ARGV[1], ARGV[2], ARGV[4]
local t, out = now(), {}
if not holds(unit, token) then return { 'stale', out } end
if reason ~= '' then
  lost(unit, tonumber(ARGV[3]), reason, t, out)
else
  local queue = redis.call('HGET', unit_key(unit), 'queue')
  unindex(unit)
  undo(unit, (split(unit)))
  send(unit, queue, t, out)
end
return { 'ok', out }
