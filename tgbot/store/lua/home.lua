-- Where a chat's tables are, if it grew out of another.
--
-- KEYS  1 alias
-- ARGV  1 TTL in s  2 how much of it may be gone before it is renewed, in s
--
-- Every write costs a disk flush where the store promises most, so an alias in use is renewed once a day, not each time.

local home = redis.call('GET', KEYS[1])
if home and redis.call('TTL', KEYS[1]) < ARGV[1] - ARGV[2] then
    redis.call('EXPIRE', KEYS[1], ARGV[1])
end
return home
