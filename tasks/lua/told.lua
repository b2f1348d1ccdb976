-- Whether this is the first to tell of a job's end, and it has one. ARGV: job id
local state = redis.call('HGET', job_key(ARGV[1]), 'state')
if not state or active(state) then return 0 end
return redis.call('HSETNX', job_key(ARGV[1]), 'told', 1)
