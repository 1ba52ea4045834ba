-- Give a partition back.
--
-- KEYS  1 lease
-- ARGV  1 fence

if holds(KEYS[1], ARGV[1]) then redis.call('DEL', KEYS[1]) end
return 'DONE'
