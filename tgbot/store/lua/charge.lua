-- Count down a player's limit, if he has one and a unit is a sip to him, or may be one.
--
-- KEYS  1 the player's purse
-- ARGV  1 table's id  2 the effect's stamp  3 sips  4 TTL in s
--       5 the group's currency, for whoever has none of his own, or '': sips whatever a unit means to him
--
-- Applied again, or older than the limit, it changes nothing; `seen:<table>` remembers the newest stamp.

local left = redis.call('HGET', KEYS[1], 'left')
if not left then return 'DONE' end
local seen, stamp = 'seen:' .. ARGV[1], tonumber(ARGV[2])
if stamp <= tonumber(redis.call('HGET', KEYS[1], seen) or '0') then return 'DONE' end
if stamp <= tonumber(redis.call('HGET', KEYS[1], 'since') or '0') then return 'DONE' end
local words, coin, sober = unpack(redis.call('HMGET', KEYS[1], 'words', 'coin', 'sober'))
local drinks = ARGV[5] == '' or (not sober and (words or (coin or ARGV[5]) == 'sip'))
local sips = drinks and tonumber(ARGV[3]) or 0
redis.call('HSET', KEYS[1], seen, ARGV[2], 'left', text(math.max(0, tonumber(left) - sips)))
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 'DONE'
