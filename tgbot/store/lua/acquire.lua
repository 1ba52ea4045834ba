-- Take a free partition.
--
-- KEYS  1 lease  2 fence
-- ARGV  1 time to live in ms
-- Returns the fence, or nothing. It follows the clock, so that a failover which lost the last fence cannot repeat it.

if redis.call('EXISTS', KEYS[1]) == 1 then return false end
local fence = text(math.max(tonumber(redis.call('GET', KEYS[2]) or '0') + 1, now_ms()))
redis.call('SET', KEYS[2], fence)
redis.call('SET', KEYS[1], fence, 'PX', ARGV[1])
return fence
