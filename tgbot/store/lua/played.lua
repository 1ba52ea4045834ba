-- Add one game to a player's figures, if he wants any.
--
-- KEYS  1 his figures
-- ARGV  1 table's id  2 game's number  3 TTL in s, then pairs: counter, how many more
--
-- A table's games are numbered upwards, so the highest number counted tells a repeated effect.

local counted = 'game:' .. ARGV[1]
if redis.call('HGET', KEYS[1], 'on') ~= '1' then return 'DONE' end
if tonumber(redis.call('HGET', KEYS[1], counted) or '0') >= tonumber(ARGV[2]) then return 'DONE' end
redis.call('HSET', KEYS[1], counted, ARGV[2])
for position = 4, #ARGV, 2 do
    redis.call('HINCRBY', KEYS[1], ARGV[position], ARGV[position + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 'DONE'
