-- Count one more, from the first one on for so long.
--
-- KEYS  1 counter
-- ARGV  1 TTL in s

local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return count
