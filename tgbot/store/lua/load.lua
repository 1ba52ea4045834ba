-- KEYS  1 table  2 beat  3 since                                       (the last two only where it matters)
-- Returns its state (or nothing), the time in ms, and the nonce of the commit that wrote it ('' for none); then, if asked
-- for, until when its partition has been served, and since when without a gap, in ms.

local stored = redis.call('HMGET', KEYS[1], 'state', 'by')
local answer = { stored[1], text(now_ms()), stored[2] or '' }
for index = 2, #KEYS do
    answer[#answer + 1] = redis.call('GET', KEYS[index]) or '0'
end
return answer
