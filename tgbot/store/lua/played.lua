-- Add one game to a player's figures, if he wants any.
--
-- KEYS  1 his figures
-- ARGV  1 table's id  2 game's number  3 TTL in s  4 the effect's stamp  5 ms an idle table is kept at least
--       then pairs: counter, how many more
--
-- A table's games are numbered upwards, so the highest number counted tells a repeated effect. A table that nobody
-- played at for so long may have been forgotten, and numbers its games from 1 again: `at:<table>` tells when that was.

local counted, at = 'game:' .. ARGV[1], 'at:' .. ARGV[1]
if redis.call('HGET', KEYS[1], 'on') ~= '1' then return 'DONE' end
if tonumber(redis.call('HGET', KEYS[1], counted) or '0') >= tonumber(ARGV[2]) then
    local idle = tonumber(ARGV[4]) - tonumber(redis.call('HGET', KEYS[1], at) or ARGV[4])
    if idle < tonumber(ARGV[5]) then return 'DONE' end
end
redis.call('HSET', KEYS[1], counted, ARGV[2], at, ARGV[4])
for position = 6, #ARGV, 2 do
    redis.call('HINCRBY', KEYS[1], ARGV[position], ARGV[position + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 'DONE'
