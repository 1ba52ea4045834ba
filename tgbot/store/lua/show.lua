-- Note what a surface shows.
--
-- KEYS  1 lease  2 outbox  3 out
-- ARGV  1 fence  2 table's id  3 surface  4 message  5 1 with a closing line, else 0  6 shown, '' for nothing
--       7 mark that was rendered, '' for none  8 1 if lost posts have been repeated  9 outbox's TTL in s
--
-- Who has lost the lease may have written to Telegram after the present holder, though he checked before: he was held up
-- on the way. Then nobody knows what stands there, and the surface is to be sent anew.

local shown, dirty, message, payload = 'shown:' .. ARGV[3], 'dirty:' .. ARGV[3], ARGV[4], ARGV[6]
local before = redis.call('HGET', KEYS[2], shown)

local function number(name)
    return tonumber(string.match(name, '%.(%d+)$')) or 0
end

local function close_later(old, body, now)
    local stamp = text(next_stamp(KEYS[2], now))
    redis.call('HSET', KEYS[2], 'stamp', stamp, 'stale:' .. old, stamp .. '|' .. body)
    redis.call('ZADD', KEYS[3], 'NX', text(now), ARGV[2])
end

local function put_in_doubt()
    local now = now_ms()
    local old, open, body = string.match(before or '', '^([^|]*)|([01])|(.*)$')
    if ARGV[5] == '1' then close_later(message, payload, now) end
    -- The holder has yet to bring it in line, or his message is below this one.
    local waits = redis.call('HGET', KEYS[2], dirty)
    if old ~= message and (waits or (old and number(old) > number(message))) then return end
    if open == '1' and old ~= message then close_later(old, body, now) end
    local stamp = text(next_stamp(KEYS[2], now))
    redis.call('HDEL', KEYS[2], shown)
    redis.call('HSET', KEYS[2], 'stamp', stamp, dirty, stamp .. '|')
    redis.call('ZADD', KEYS[3], text(now), ARGV[2])
end

if not holds(KEYS[1], ARGV[1]) then
    if payload ~= '' then put_in_doubt() end
    return 'LOST'
end

if payload == '' then
    redis.call('HDEL', KEYS[2], shown)
else
    redis.call('HSET', KEYS[2], shown, message .. '|' .. ARGV[5] .. '|' .. payload)
    redis.call('HDEL', KEYS[2], 'stale:' .. message)
    redis.call('EXPIRE', KEYS[2], ARGV[9])
end
if before then
    local old, open, body = string.match(before, '^([^|]*)|([01])|(.*)$')
    if old ~= message and open == '1' then close_later(old, body, now_ms()) end
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
