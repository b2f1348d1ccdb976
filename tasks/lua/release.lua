-- A new child of a worker frees what its dead predecessor held. ARGV: worker, attempts
also_when_full()
local t, out = now(), {}
for _, unit in ipairs(redis.call('SMEMBERS', P .. 'owner:' .. ARGV[1])) do
  lost(unit, tonumber(ARGV[2]), 'worker process died', t, out)
end
redis.call('DEL', P .. 'owner:' .. ARGV[1])
return out
