-- A worker's sign of life.
--
-- KEYS  1 workers
-- ARGV  1 worker  2 ms after which a silent worker counts as dead
-- Returns how many are alive.

local now = now_ms()
redis.call('ZADD', KEYS[1], text(now), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. text(now - tonumber(ARGV[2])))
return redis.call('ZCARD', KEYS[1])
