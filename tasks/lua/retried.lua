-- Note on both jobs that one was submitted again as the other. ARGV: job id, new id. What is past its time stays gone.
if redis.call('EXISTS', job_key(ARGV[1])) == 1 then redis.call('HSET', job_key(ARGV[1]), 'retried_as', ARGV[2]) end
if redis.call('EXISTS', job_key(ARGV[2])) == 1 then redis.call('HSET', job_key(ARGV[2]), 'retry_of', ARGV[1]) end
return 1
