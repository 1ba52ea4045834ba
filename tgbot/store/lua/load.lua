-- KEYS  1 table
-- Returns its state (or nothing), the time in ms, and the nonce of the commit that wrote it ('' for none).

local stored = redis.call('HMGET', KEYS[1], 'state', 'by')
return { stored[1], text(now_ms()), stored[2] or '' }
