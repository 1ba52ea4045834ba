-- A worker's sign of life.
--
-- KEYS  1 workers
-- ARGV  1 worker  2 ms after which a silent worker counts as dead  3 '1' if this one takes its share, else it is no more counted
-- Returns how many are alive.

local now = now_ms()
if ARGV[3] == '1' then
    redis.call('ZADD', KEYS[1], text(now), ARGV[1])
else
    redis.call('ZREM', KEYS[1], ARGV[1])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. text(now - tonumber(ARGV[2])))
return redis.call('ZCARD', KEYS[1])
