-- Everything one table has to deliver, in one read.
--
-- KEYS  1 table  2 outbox  3 out
-- ARGV  1 table's id
-- Returns its state (or nothing), the time in ms, the outbox as field, value, field, value ..., and the moment in ms at
-- which its deliveries are to be looked at ('' if there are none).

local state, at = redis.call('HGET', KEYS[1], 'state'), redis.call('ZSCORE', KEYS[3], ARGV[1])
return { state, text(now_ms()), redis.call('HGETALL', KEYS[2]), at and text(tonumber(at)) or '' }
