-- Tables with something to deliver now, longest waiting first.
--
-- KEYS  1 lease  2 out
-- ARGV  1 fence  2 how many at most

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
return redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', text(now_ms()), 'LIMIT', 0, ARGV[2])
