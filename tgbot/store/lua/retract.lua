-- Takes back the mark of an attempt that certainly sent nothing. Whoever holds the partition by now: the mark says whose it was.
--
-- KEYS  1 outbox
-- ARGV  1 field of the mark  2 fence of the attempt

if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
    redis.call('HDEL', KEYS[1], ARGV[1])
end
return 'DONE'
