-- Deadlines that have come.
--
-- KEYS  1 lease  2 beat  3 due  4 deadlines  5 since
-- ARGV  1 fence  2 gap in ms  3 pause in ms  4 how many at most  5 for how many ms this holder has not looked, '' if ever
-- Returns deadline, value, deadline, value ... or 'LOST'.
--
-- `beat` is the moment until which everything due has been handed out; who looks for the first time counts from it.
-- If that is longer ago than the gap, nobody served the partition: all its deadlines begin anew, with the duration they
-- had, and none is handed out. After a shorter silence what came meanwhile begins anew, and what comes within as long
-- again: a press that found nobody here is delivered once more, and takes about as long. One marked with `@` keeps its
-- moment: nobody loses anything by it, and eleven o'clock is eleven o'clock. After a gap, where a turn or a debt waits,
-- one more is set for now, `fresh`: people see that it goes on, with whom, and need not look for the old card. What was
-- set, or armed, within the last gap needs none, for whoever ended the silence with his move has been shown the next
-- card by that; but for a restored partition, which has no beat.
-- A deadline handed out comes again after the pause, unless it has been passed or replaced: its server may die.

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
local now = now_ms()
local beat = tonumber(redis.call('GET', KEYS[2]) or '0')
local gap = tonumber(ARGV[2])
local silent = math.max(ARGV[5] == '' and now - beat or tonumber(ARGV[5]), now - beat > gap and now - beat or 0)
local come = {}

local function shown_lately(value)
    local armed, duration = string.match(value, '|(%d+)|(%d+)$')
    return beat > 0 and tonumber(armed) - tonumber(duration) > now - gap
end

local function begin_anew(deadline, value)
    local step, armed, duration = string.match(value, '^([^|]*)|(%d+)|(%d+)$')
    local at = string.sub(step, 1, 1) == '@' and armed or text(now + tonumber(duration))
    redis.call('ZADD', KEYS[3], at, deadline)
    redis.call('HSET', KEYS[4], deadline, step .. '|' .. at .. '|' .. duration)
end

if silent > gap then
    local all = redis.call('HGETALL', KEYS[4])
    for index = 1, #all, 2 do
        begin_anew(all[index], all[index + 1])
        local place, kind = string.match(all[index], '^([^|]*|)(.*)$')
        if (kind == 'turn' or kind == 'debt') and not shown_lately(all[index + 1]) then
            redis.call('ZADD', KEYS[3], text(now), place .. 'fresh')
            redis.call('HSET', KEYS[4], place .. 'fresh', string.match(all[index + 1], '^[^|]*') .. '|' .. text(now) .. '|0')
        end
    end
    redis.call('SET', KEYS[2], text(now))
    redis.call('SET', KEYS[5], text(now))
    return come
elseif silent > 0 then
    local near = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', text(now + silent))
    for _, deadline in ipairs(near) do
        local value = redis.call('HGET', KEYS[4], deadline)
        if value then begin_anew(deadline, value) end
    end
    redis.call('SET', KEYS[2], text(now))
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
