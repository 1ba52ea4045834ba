-- Deadlines that have come.
--
-- KEYS  1 lease  2 beat  3 due  4 deadlines
-- ARGV  1 fence  2 gap in ms  3 pause in ms  4 how many at most
-- Returns deadline, value, deadline, value ... or 'LOST'.
--
-- `beat` is the moment until which everything due has been handed out. If that is longer ago than the gap, nobody
-- served the partition: all its deadlines begin anew, with the duration they had, and none is handed out. One marked
-- with `@` keeps its moment: nobody loses anything by it, and eleven o'clock is eleven o'clock. Where a turn or a debt
-- waits, one more is set for now, `fresh`: people see that it goes on, with whom, and need not look for the old card.
-- A deadline handed out comes again after the pause, unless it has been passed or replaced: its server may die.

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
local now = now_ms()
local beat = tonumber(redis.call('GET', KEYS[2]) or '0')
local come = {}

if now - beat > tonumber(ARGV[2]) then
    local all = redis.call('HGETALL', KEYS[4])
    for index = 1, #all, 2 do
        local step, armed, duration = string.match(all[index + 1], '^([^|]*)|(%d+)|(%d+)$')
        local at = string.sub(step, 1, 1) == '@' and armed or text(now + tonumber(duration))
        redis.call('ZADD', KEYS[3], at, all[index])
        redis.call('HSET', KEYS[4], all[index], step .. '|' .. at .. '|' .. duration)
        local place, kind = string.match(all[index], '^([^|]*|)(.*)$')
        if kind == 'turn' or kind == 'debt' then
            redis.call('ZADD', KEYS[3], text(now), place .. 'fresh')
            redis.call('HSET', KEYS[4], place .. 'fresh', step .. '|' .. text(now) .. '|0')
        end
    end
    redis.call('SET', KEYS[2], text(now))
    return come
end

local members = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', text(now), 'LIMIT', 0, ARGV[4])
for _, deadline in ipairs(members) do
    local value = redis.call('HGET', KEYS[4], deadline)
    if value then
        redis.call('ZADD', KEYS[3], text(now + tonumber(ARGV[3])), deadline)
        come[#come + 1] = deadline
        come[#come + 1] = value
    else
        redis.call('ZREM', KEYS[3], deadline)
    end
end
-- Every write costs a disk flush where the store promises most, so a beat of this second is left as it is.
if #members < tonumber(ARGV[4]) and now - beat > 1000 then
    redis.call('SET', KEYS[2], text(now))
end
return come
