-- Note what a surface shows.
--
-- KEYS  1 lease  2 outbox  3 out
-- ARGV  1 fence  2 table's id  3 surface  4 message  5 1 with a closing line, else 0  6 shown, '' for nothing
--       7 mark that was rendered, '' for none  8 1 if lost posts have been repeated  9 outbox's TTL in s

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
local shown, dirty, message, payload = 'shown:' .. ARGV[3], 'dirty:' .. ARGV[3], ARGV[4], ARGV[6]

local before = redis.call('HGET', KEYS[2], shown)
if payload == '' then
    redis.call('HDEL', KEYS[2], shown)
else
    redis.call('HSET', KEYS[2], shown, message .. '|' .. ARGV[5] .. '|' .. payload)
    redis.call('HDEL', KEYS[2], 'stale:' .. message)
    redis.call('EXPIRE', KEYS[2], ARGV[9])
end
if before then
    local old, open, body = string.match(before, '^([^|]*)|([01])|(.*)$')
    if old ~= message and open == '1' then
        local now = now_ms()
        local stamp = text(next_stamp(KEYS[2], now))
        redis.call('HSET', KEYS[2], 'stamp', stamp, 'stale:' .. old, stamp .. '|' .. body)
        redis.call('ZADD', KEYS[3], 'NX', text(now), ARGV[2])
    end
end

-- A mark raised between rendering and showing is another one, and stays.
local mark = redis.call('HGET', KEYS[2], dirty)
if mark and mark == ARGV[7] .. '|' then
    redis.call('HDEL', KEYS[2], dirty)
end
if ARGV[8] == '1' then
    for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
        if string.sub(field, 1, 5) == 'lost:' then redis.call('HDEL', KEYS[2], field) end
    end
end
return 'DONE'
