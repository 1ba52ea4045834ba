-- Change fields of an outbox, each only if it still has the value it was read with.
--
-- KEYS  1 outbox
-- ARGV  triples: field, value read, new value or '' to remove it

for position = 1, #ARGV, 3 do
    local field, new = ARGV[position], ARGV[position + 2]
    if redis.call('HGET', KEYS[1], field) == ARGV[position + 1] then
        if new == '' then
            redis.call('HDEL', KEYS[1], field)
        else
            redis.call('HSET', KEYS[1], field, new)
        end
    end
end
return 'DONE'
