-- KEYS  1 table
-- Returns its state (or nothing) and the time in ms.

return { redis.call('HGET', KEYS[1], 'state'), text(now_ms()) }
