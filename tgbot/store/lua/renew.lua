-- Keep a partition, and see when something in it is next due.
--
-- KEYS  1 lease  2 beat  3 due  4 out
-- ARGV  1 fence  2 time to live in ms  3 gap in ms  4 1 if the holder has looked for deadlines of late, else 0
-- Returns 'LOST', or ms until the next deadline and until the next delivery ('' if there is none).
--
-- With nothing due, the partition counts as served until now, if its holder looks at all: while Telegram cannot reach us
-- he does not. After a gap that is for due.lua to say. Every write costs a disk flush and a place in the journal where
-- the store promises most, so a beat is written every third of a gap.

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local now = now_ms()

local function first(set)
    return tonumber(redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')[2] or 'inf')
end

local due = first(KEYS[3])
local silent, gap = now - tonumber(redis.call('GET', KEYS[2]) or '0'), tonumber(ARGV[3])
if silent > gap then
    due = now
elseif due > now and silent > gap / 3 and ARGV[4] == '1' then
    redis.call('SET', KEYS[2], text(now))
end

local function delay(at)
    return at == math.huge and '' or text(math.max(at - now, 0))
end

return { delay(due), delay(first(KEYS[4])) }
