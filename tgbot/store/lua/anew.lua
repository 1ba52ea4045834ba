-- Let a deadline that was handed out begin anew instead of passing, unless another has taken its place.
--
-- KEYS  1 lease  2 due  3 deadlines
-- ARGV  1 fence  2 deadline  3 moment in ms  4 game and step

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
local value = redis.call('HGET', KEYS[3], ARGV[2])
local mine = ARGV[4] .. '|' .. ARGV[3] .. '|'
if value and string.sub(value, 1, #mine) == mine then
    local duration = string.sub(value, #mine + 1)
    local at = text(now_ms() + tonumber(duration))
    redis.call('ZADD', KEYS[2], at, ARGV[2])
    redis.call('HSET', KEYS[3], ARGV[2], ARGV[4] .. '|' .. at .. '|' .. duration)
end
return 'DONE'
