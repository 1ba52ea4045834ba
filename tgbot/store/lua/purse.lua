-- Write some of what a player has chosen for himself.
--
-- KEYS  1 purse
-- ARGV  1 time to live in s  2 field  3 value, or '' to remove it  4 field ...
--
-- A limit (`left`) holds from this moment on.

for index = 2, #ARGV, 2 do
    local field, value = ARGV[index], ARGV[index + 1]
    if value == '' then
        redis.call('HDEL', KEYS[1], field)
    else
        redis.call('HSET', KEYS[1], field, value)
        if field == 'left' then redis.call('HSET', KEYS[1], 'since', text(now_ms())) end
    end
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 'DONE'
