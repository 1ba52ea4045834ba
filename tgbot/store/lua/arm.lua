-- Move deadlines forward: only those that wait for the same game and step, and never to a later moment.
--
-- KEYS  1 lease  2 due  3 deadlines
-- ARGV  1 fence, then triples: deadline, moment in ms, game and step

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
local now = now_ms()
for position = 2, #ARGV, 3 do
    local deadline, at, step = ARGV[position], ARGV[position + 1], ARGV[position + 2]
    local value = redis.call('HGET', KEYS[3], deadline)
    if value then
        local waits_for, armed = string.match(value, '^([^|]*)|(%d+)|')
        if waits_for == step and tonumber(at) < tonumber(armed) then
            local duration = math.max(tonumber(at) - now, 0)
            redis.call('ZADD', KEYS[2], at, deadline)
            redis.call('HSET', KEYS[3], deadline, step .. '|' .. at .. '|' .. text(duration))
        end
    end
end
return 'DONE'
