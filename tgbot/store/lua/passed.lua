-- Forget a deadline that was handed out and dealt with, unless another has taken its place.
--
-- KEYS  1 lease  2 due  3 deadlines
-- ARGV  1 fence  2 deadline  3 moment in ms  4 game and step

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
local value = redis.call('HGET', KEYS[3], ARGV[2])
local mine = ARGV[4] .. '|' .. ARGV[3] .. '|'
if value and string.sub(value, 1, #mine) == mine then
    redis.call('ZREM', KEYS[2], ARGV[2])
    redis.call('HDEL', KEYS[3], ARGV[2])
end
return 'DONE'
