-- Hold a chat's messages back; a shorter wait never shortens a longer one.
--
-- KEYS  1 hold
-- ARGV  1 ms

if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then
    redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
end
return 'DONE'
