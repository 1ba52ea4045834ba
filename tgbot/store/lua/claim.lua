-- Take a role or keep it.
--
-- KEYS  1 role
-- ARGV  1 worker  2 ms
-- Returns 1 if the worker has it now.

local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
