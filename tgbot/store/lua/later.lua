-- Put a table's deliveries off.
--
-- KEYS  1 lease  2 out
-- ARGV  1 fence  2 table's id  3 moment in ms  4 moment of the read this rests on, '' for whatever is there
--
-- A commit since that read has set a moment of its own, which stays.

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
local at = redis.call('ZSCORE', KEYS[2], ARGV[2])
if at and (ARGV[4] == '' or tonumber(at) < tonumber(ARGV[4])) then
    redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
end
return 'DONE'
