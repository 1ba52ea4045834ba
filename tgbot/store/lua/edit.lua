-- Edits of one outbox by the holder of its partition, in order.
--
-- KEYS  1 lease  2 outbox
-- ARGV  1 fence, then triples: need, field, ''      stop here if the field is missing
--                              set, field, value
--                              move, field, field   rename, if it is there
--                              drop, field, value   remove; with a value only if it still has this one
--       `need` comes before anything that writes.

if not holds(KEYS[1], ARGV[1]) then return 'LOST' end
for position = 2, #ARGV, 3 do
    local edit, field, extra = ARGV[position], ARGV[position + 1], ARGV[position + 2]
    local value = redis.call('HGET', KEYS[2], field)
    if edit == 'need' and not value then
        return 'MISSING'
    elseif edit == 'set' then
        redis.call('HSET', KEYS[2], field, extra)
    elseif edit == 'move' and value then
        redis.call('HSET', KEYS[2], extra, value)
        redis.call('HDEL', KEYS[2], field)
    elseif edit == 'drop' and (extra == '' or extra == value) then
        redis.call('HDEL', KEYS[2], field)
    end
end
return 'DONE'
