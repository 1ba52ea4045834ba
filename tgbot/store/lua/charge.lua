-- Count down a player's limit, if he has one.
--
-- KEYS  1 the player's purse
-- ARGV  1 table's id  2 the effect's stamp  3 sips  4 TTL in s
--
-- Applied again, or older than the limit, it changes nothing; `seen:<table>` remembers the newest stamp.

local left = redis.call('HGET', KEYS[1], 'left')
if not left then return 'DONE' end
local seen, stamp = 'seen:' .. ARGV[1], tonumber(ARGV[2])
if stamp <= tonumber(redis.call('HGET', KEYS[1], seen) or '0') then return 'DONE' end
if stamp <= tonumber(redis.call('HGET', KEYS[1], 'since') or '0') then return 'DONE' end
redis.call('HSET', KEYS[1], seen, ARGV[2], 'left', text(math.max(0, tonumber(left) - tonumber(ARGV[3]))))
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 'DONE'
