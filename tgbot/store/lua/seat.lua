-- Note that a player sits at a table, or is only known there.
--
-- KEYS  1 the player's tables
-- ARGV  1 table's id  2 '+' or '-'  3 the effect's stamp  4 TTL in s
--
-- Applied again, or after a newer effect of the same table, it changes nothing. The '-' stays: the table may still know
-- his name, and must be found if he wants to be forgotten.

local stamp = tonumber(ARGV[3])
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known and tonumber(string.sub(known, 2)) >= stamp then return 'DONE' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 'DONE'
