-- Keys of one slot as they are at one moment.
--
-- KEYS  1.. the keys
-- Returns for each that is there: key, type, moment in ms at which it expires ('' if never), and its value: a text, or
-- field, value ... of a hash, member ... of a set, or member, score ... of a sorted set. Other types have no value here.

local now = now_ms()
local found = {}
for _, key in ipairs(KEYS) do
    local kind = redis.call('TYPE', key).ok
    local ttl = redis.call('PTTL', key)
    local value = false
    if kind == 'string' then
        value = redis.call('GET', key)
    elseif kind == 'hash' then
        value = redis.call('HGETALL', key)
    elseif kind == 'set' then
        value = redis.call('SMEMBERS', key)
    elseif kind == 'zset' then
        value = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    end
    if kind ~= 'none' then
        found[#found + 1] = { key, kind, ttl < 0 and '' or text(now + ttl), value }
    end
end
return found
