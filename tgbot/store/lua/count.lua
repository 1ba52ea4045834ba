-- Count one more.
--
-- KEYS  1 counter
-- ARGV  1 TTL in s

local count = redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[1])
return count
