-- Take a table off the delivery set if nothing is left to deliver, or the table itself is gone.
--
-- KEYS  1 lease  2 table  3 outbox  4 out
-- ARGV  1 fence  2 table's id

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
if redis.call('EXISTS', KEYS[2]) == 0 then
    redis.call('DEL', KEYS[3])
else
    local waits = { post = true, dirty = true, stale = true, inquiry = true, effect = true }
    for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
        if waits[string.match(field, '^[^:]*')] then return 'DONE' end
    end
end
redis.call('ZREM', KEYS[4], ARGV[2])
return 'DONE'
