-- The timer of every worker's parent. ARGV: worker, interval_ms, grace_s, attempts, most. Bounded by `most`.
-- Returns {units to publish, jobs whose Celery result is due, whether this call held the lock}
also_when_full()
local worker, grace, attempts, most = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local t, out, due = now(), {}, {}
redis.call('ZADD', P .. 'workers', t, worker)
redis.call('EXPIRE', P .. 'workers', KEEP)
if not redis.call('SET', P .. 'reaper', worker, 'NX', 'PX', ARGV[2]) then return { out, due, 0 } end
redis.call('ZREMRANGEBYSCORE', P .. 'workers', '-inf', t - 3600)
redis.call('ZREMRANGEBYSCORE', P .. 'jobs', '-inf', t - 366 * 86400)
-- After a silence of the broker nobody could renew a lease: the living have half a grace time to say that they live.
-- (Ticks come every second; the three keep a short lease from waiting for ever on a machine that is a little late.)
local last = tonumber(redis.call('GET', P .. 'reaped') or t)
redis.call('SET', P .. 'reaped', t, 'EX', KEEP)
if t - last > math.max(3, grace / 2) then redis.call('SET', P .. 'calm', 1, 'PX', math.ceil(grace * 500)) end
if redis.call('EXISTS', P .. 'calm') == 0 then
  for _, unit in ipairs(redis.call('ZRANGEBYSCORE', P .. 'leases', '-inf', t, 'LIMIT', 0, most)) do
    lost(unit, attempts, 'lease ran out', t, out)
  end
end
-- A queue is first in, first out, and so is its list of sent units. What the list has more than the queue, through the
-- whole of a grace time, are messages that are gone (popped and lost, or never published); the oldest are sent again,
-- `most` a tick: what is left of them then goes at the next ticks, without another grace time.
for _, queue in ipairs({ 'short', 'long' }) do
  local sent, watch = P .. 'sent:' .. queue, P .. 'missing:' .. queue
  local missing = redis.call('ZCARD', sent) - redis.call('LLEN', queue)
  for i = 2, #out, 2 do -- just sent again, not published yet
    if out[i] == queue then missing = missing - 1 end
  end
  local seen = redis.call('HMGET', watch, 'least', 'since')
  if missing <= 0 then
    redis.call('DEL', watch)
  elseif not seen[1] then
    redis.call('HSET', watch, 'least', missing, 'since', t)
    redis.call('EXPIRE', watch, KEEP)
  else
    missing = math.min(missing, tonumber(seen[1]))
    redis.call('HSET', watch, 'least', missing)
    if t - tonumber(seen[2]) >= grace then
      local now_sent = math.min(missing, most)
      for _, unit in ipairs(redis.call('ZRANGE', sent, 0, now_sent - 1)) do
        if redis.call('EXISTS', unit_key(unit)) == 1 then send(unit, queue, t, out) else redis.call('ZREM', sent, unit) end
      end
      if missing > now_sent then redis.call('HSET', watch, 'least', missing - now_sent) else redis.call('DEL', watch) end
    end
  end
end
-- A quarter of `most`: to store a result costs the caller milliseconds of the loop that consumes messages.
for _, id in ipairs(redis.call('ZRANGEBYSCORE', P .. 'announce', '-inf', t, 'LIMIT', 0, math.ceil(most / 4))) do
  due[#due + 1] = id
  -- again after a grace time until two were stored (announced.lua): the caller may die before it stores this one, and a
  -- late PROGRESS of a stalled worker may have covered the first
  if redis.call('EXISTS', job_key(id)) == 1 then
    redis.call('ZADD', P .. 'announce', t + grace, id)
  else
    redis.call('ZREM', P .. 'announce', id)
  end
end
return { out, due, 1 }
