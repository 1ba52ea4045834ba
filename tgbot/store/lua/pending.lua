-- Everything one table has to deliver, in one read.
--
-- KEYS  1 table  2 outbox
-- Returns its state (or nothing), the time in ms, and the outbox as field, value, field, value ...

return { redis.call('HGET', KEYS[1], 'state'), text(now_ms()), redis.call('HGETALL', KEYS[2]) }
