-- Take a topic into a chat's list of those with a table, unless it is full.
--
-- KEYS  1 the chat's topics
-- ARGV  1 topic  2 how many at most  3 TTL in s

if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then
    if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
    redis.call('SADD', KEYS[1], ARGV[1])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
