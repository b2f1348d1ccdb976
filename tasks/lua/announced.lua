-- The Celery results of final jobs were stored on the reaper's word; twice is enough. ARGV: job ids
for _, id in ipairs(ARGV) do
  if redis.call('EXISTS', job_key(id)) == 0 or redis.call('HINCRBY', job_key(id), 'announced', 1) >= 2 then
    redis.call('ZREM', P .. 'announce', id)
  end
end
return 1
