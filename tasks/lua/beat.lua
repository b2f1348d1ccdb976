-- Extend a lease and note what is being made. ARGV: unit, token, lease_s, tally {segment?, done?, synthesized? …}
-- Tallies are totals of this lease, so that one that is lost or repeated on the way does no harm.
also_when_full()
local unit, token, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
local tally = cjson.decode(ARGV[4])
local fp = split(unit)
local u, r = unit_key(unit), render_key(fp)
if not holds(unit, token) then
  local state = redis.call('HGET', r, 'state')
  return (state == 'CANCELLED' or not state) and 'cancel' or 'lost'
end
redis.call('ZADD', P .. 'leases', 'XX', now() + lease, unit)
if tally.segment then redis.call('HSET', u, 'segment', cjson.encode(tally.segment)) end
for _, name in ipairs({ 'done', 'synthesized', 'synth_s', 'audio_s' }) do
  if tally[name] then
    local more = tally[name] - tonumber(redis.call('HGET', u, name) or '0')
    redis.call('HSET', u, name, tally[name])
    redis.call('HINCRBYFLOAT', r, name, more)
    if name == 'done' and tally.chapter then
      redis.call('HINCRBY', r .. ':chapters', 'done:' .. tally.chapter, more)
      redis.call('HSET', u, 'chapter', tally.chapter)
    end
  end
end
if tally.rss and tally.rss > tonumber(redis.call('HGET', r, 'peak_rss_bytes') or '0') then
  redis.call('HSET', r, 'peak_rss_bytes', tally.rss)
end
return 'ok'
