-- Extend a lease and note what is being made. ARGV: unit, token, lease_s, tally {segment?, done?, synthesized …}
local unit, token, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
local tally = cjson.decode(ARGV[4])
local fp = split(unit)
if not holds(unit, token) then
  local state = redis.call('HGET', render_key(fp), 'state')
  return (state == 'CANCELLED' or not state) and 'cancel' or 'lost'
end
redis.call('ZADD', P .. 'leases', 'XX', now() + lease, unit)
if tally.segment then redis.call('HSET', unit_key(unit), 'segment', cjson.encode(tally.segment)) end
if tally.done then
  local before = tonumber(redis.call('HGET', unit_key(unit), 'done') or '0')
  redis.call('HSET', unit_key(unit), 'done', tally.done)
  redis.call('HINCRBY', render_key(fp), 'done', tally.done - before)
  if tally.chapter then
    redis.call('HINCRBY', render_key(fp) .. ':chapters', 'done:' .. tally.chapter, tally.done - before)
    redis.call('HSET', unit_key(unit), 'chapter', tally.chapter)
  end
end
if tally.synthesized then
  redis.call('HINCRBY', render_key(fp), 'synthesized', tally.synthesized)
  redis.call('HINCRBYFLOAT', render_key(fp), 'synth_s', tally.synth_s)
  redis.call('HINCRBYFLOAT', render_key(fp), 'audio_s', tally.audio_s)
end
if tally.rss and tally.rss > tonumber(redis.call('HGET', render_key(fp), 'peak_rss_bytes') or '0') then
  redis.call('HSET', render_key(fp), 'peak_rss_bytes', tally.rss)
end
return 'ok'
