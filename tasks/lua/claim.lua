-- Lease a unit to a worker. ARGV: unit, worker, lease_s, attempts. Returns {verdict, token, recipe, segments done …}
also_when_full()
local unit, worker, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
local t, out = now(), {}
local fp, kind = split(unit)
local state = redis.call('HGET', unit_key(unit), 'state')
if state == 'leased' then
  local ends = redis.call('ZSCORE', P .. 'leases', unit)
  local held = redis.call('HMGET', unit_key(unit), 'owner', 'token')
  if ends and tonumber(ends) > t then
    if held[1] ~= worker then return { 'busy' } end
    return { 'claimed', held[2], redis.call('HGET', render_key(fp), 'recipe') } -- its answer was lost: ask again
  end
  lost(unit, tonumber(ARGV[4]), 'lease ran out', t, out)
  state = redis.call('HGET', unit_key(unit), 'state')
end
if state ~= 'sent' or not active(redis.call('HGET', render_key(fp), 'state')) then return { 'gone' } end
-- from the clock, so that a broker that forgot everything does not give a stalled worker's token out again
redis.call('SET', P .. 'fence', math.floor(t), 'NX')
local token = string.format('%d', redis.call('INCR', P .. 'fence'))
redis.call('EXPIRE', P .. 'fence', KEEP)
unindex(unit)
redis.call('HSET', unit_key(unit), 'state', 'leased', 'owner', worker, 'token', token, 'segment', '', 'done', 0,
  'synthesized', 0, 'synth_s', 0, 'audio_s', 0)
redis.call('ZADD', P .. 'leases', t + lease, unit)
redis.call('EXPIRE', P .. 'leases', KEEP)
redis.call('SADD', P .. 'owner:' .. worker, unit)
redis.call('EXPIRE', P .. 'owner:' .. worker, KEEP)
if redis.call('HGET', render_key(fp), 'state') == 'QUEUED' then
  redis.call('HSET', render_key(fp), 'state', 'RUNNING', 'started_s', t)
  for _, id in ipairs(redis.call('SMEMBERS', render_key(fp) .. ':jobs')) do
    redis.call('HSET', job_key(id), 'state', 'RUNNING', 'started_s', t)
  end
end
return { 'claimed', token, redis.call('HGET', render_key(fp), 'recipe') }
