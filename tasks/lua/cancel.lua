-- A job leaves its rendering; the rendering stops when nobody wants it. ARGV: job id, whether it may be on its way still.
-- Returns the job's state or false.
also_when_full()
local id, t = ARGV[1], now()
local job = redis.call('HMGET', job_key(id), 'state', 'rendering')
if not job[1] then
  if ARGV[2] == '1' then redis.call('SET', P .. 'cancelled:' .. id, 1, 'EX', 600) end
  return false
end
if not active(job[1]) then return job[1] end
close_job(id, 'CANCELLED', nil, t)
redis.call('SREM', render_key(job[2]) .. ':jobs', id)
if redis.call('SCARD', render_key(job[2]) .. ':jobs') == 0 then close_rendering(job[2], 'CANCELLED', nil, t) end
return 'CANCELLED'
