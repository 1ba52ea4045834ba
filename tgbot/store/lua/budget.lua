-- Take one message out of a sliding window.
--
-- KEYS  1 moments of the newest messages, newest first  2 hold (may be absent)
-- ARGV  1 limit  2 window in ms  3 how many must remain for this one to go (1: the last one may)
-- Returns wait in ms, what is left, and the moment taken ('' if refused).

local limit, window, needed = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = now_ms()
local sent = redis.call('LRANGE', KEYS[1], 0, limit - 1)
local used = 0
for _, at in ipairs(sent) do
    if now - tonumber(at) >= window then break end
    used = used + 1
end
local held = KEYS[2] and redis.call('PTTL', KEYS[2]) or -2
local wait = math.max(held, 0)
if limit - used < needed then
    -- It goes when so many have left the window that `needed` remain.
    local leaves = tonumber(sent[limit - needed + 1])
    wait = math.max(wait, leaves + window - now)
end
if wait > 0 then return { text(wait), limit - used, '' } end

redis.call('LPUSH', KEYS[1], text(now))
redis.call('LTRIM', KEYS[1], 0, limit - 1)
redis.call('PEXPIRE', KEYS[1], text(window))
return { '0', limit - used - 1, text(now) }
