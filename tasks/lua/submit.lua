-- Record a job and subscribe it to its rendering; start the rendering unless it runs or is done.
-- ARGV: job id, fingerprint, request, metadata, ttl_s, rendering {canonical, text, source, text_sha256, priority …},
-- the job's own copy of a text in the store, queue of the plan
local id, fp, ttl = ARGV[1], ARGV[2], tonumber(ARGV[5])
local t, out = now(), {}
local known = redis.call('HMGET', job_key(id), 'state', 'rendering')
if known[1] then return { known[2] == fp and 'known' or 'conflict', known[1], {} } end
redis.call('HSET', job_key(id), 'state', 'QUEUED', 'rendering', fp, 'request', ARGV[3], 'metadata', ARGV[4], 'created_s', t, 'ttl_s', ttl,
  'source', ARGV[7])
redis.call('EXPIRE', job_key(id), ttl + GRACE)
redis.call('ZADD', P .. 'jobs', t, id)
redis.call('EXPIRE', P .. 'jobs', math.max(ttl, KEEP))
if redis.call('DEL', P .. 'cancelled:' .. id) == 1 then
  close_job(id, 'CANCELLED', nil, t)
  redis.call('HSET', job_key(id), 'recipe', ARGV[6])
  return { 'known', 'CANCELLED', {} }
end
local r = render_key(fp)
local state = redis.call('HGET', r, 'state')
if state and tonumber(redis.call('HGET', r, 'ttl_s')) < ttl then redis.call('HSET', r, 'ttl_s', ttl) end
if redis.call('TTL', r) < ttl then redis.call('EXPIRE', r, ttl) end
if state == 'DONE' then
  redis.call('HSET', job_key(id), 'reused', 1, 'started_s', t)
  close_job(id, 'DONE', nil, t)
  return { 'reused', 'DONE', {} }
end
redis.call('SADD', r .. ':jobs', id)
if active(state) then
  redis.call('EXPIRE', r .. ':jobs', math.max(ttl + GRACE, redis.call('TTL', r .. ':jobs')))
  if state == 'RUNNING' then redis.call('HSET', job_key(id), 'state', 'RUNNING', 'started_s', t) end
  return { 'joined', state, {} }
end
forget_units(fp)
redis.call('DEL', r, r .. ':chapters')
redis.call('HSET', r, 'state', 'QUEUED', 'created_s', t, 'ttl_s', ttl, 'recipe', ARGV[6], 'done', 0, 'total', 0,
  'parts', 0, 'parts_done', 0, 'next_part', 0, 'synthesized', 0, 'synth_s', 0, 'audio_s', 0, 'peak_rss_bytes', 0)
redis.call('EXPIRE', r, ttl + GRACE)
redis.call('EXPIRE', r .. ':jobs', ttl + GRACE)
create(fp, 'plan', 0, ARGV[8], t, out)
return { 'started', 'QUEUED', out }
