-- A finished rendering whose artifacts are gone is as if it had never been. ARGV: fingerprint
if redis.call('HGET', render_key(ARGV[1]), 'state') ~= 'DONE' then return 0 end
forget_units(ARGV[1])
return redis.call('DEL', render_key(ARGV[1]), render_key(ARGV[1]) .. ':jobs')
