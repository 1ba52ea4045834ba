-- Note that a player sits at a table, or no longer does.
--
-- KEYS  1 the player's tables
-- ARGV  1 table's id  2 '+' or '-'  3 the effect's stamp  4 TTL in s  5 ms after which a '-' is forgotten
--
-- Applied again, or after a newer effect of the same table, it changes nothing; the '-' remembers which was newer.

local stamp, now = tonumber(ARGV[3]), now_ms()
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known and tonumber(string.sub(known, 2)) >= stamp then return 'DONE' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
local all = redis.call('HGETALL', KEYS[1])
for index = 1, #all, 2 do
    local sign, at = string.sub(all[index + 1], 1, 1), tonumber(string.sub(all[index + 1], 2))
    if sign == '-' and now - at > tonumber(ARGV[5]) then redis.call('HDEL', KEYS[1], all[index]) end
end
return 'DONE'
