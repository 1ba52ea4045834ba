-- One atomic write: all of a change, or nothing.
--
-- KEYS  1 mark  2 table  3 outbox  4 out  5 due  6 deadlines            (one slot: the table's partition)
-- ARGV  1 table's id  2 nonce  3 mark's TTL in s, 0 without mark  4 expected version  5 new version  6 state
--       7 table's TTL in s  8 channel of wakes
--       9 nonce of the commit that wrote the expected version, '' if it does not matter
--       10 n, then n pairs: outbox field, payload                       (stamped in this order)
--       then m, then m triples: deadline, moment in ms or '' to remove it, game and step
--
-- The nonce names this commit. A client that lost the answer may send it again and is told DONE, not DUPLICATE. In a
-- store that went back in time a version comes twice: one that another commit has written since is STALE, too.

local table_id, nonce, mark_ttl = ARGV[1], ARGV[2], tonumber(ARGV[3])
local expected, version, state, ttl = ARGV[4], ARGV[5], ARGV[6], ARGV[7]

if mark_ttl > 0 then
    local by = redis.call('GET', KEYS[1])
    if by == nonce then return 'DONE' end
    if by then return 'DUPLICATE' end
end
local stored = redis.call('HMGET', KEYS[2], 'version', 'by')
if stored[2] == nonce then return 'DONE' end
if (stored[1] or '0') ~= expected then return 'STALE' end
if ARGV[9] ~= '' and stored[2] ~= ARGV[9] then return 'STALE' end

local now = now_ms()
local fields = tonumber(ARGV[10])
local position = 11

if mark_ttl > 0 then
    redis.call('SET', KEYS[1], nonce, 'EX', mark_ttl)
end
-- A table nobody stored is stored with its first delivery, or nothing could be rendered.
if version ~= expected or (fields > 0 and not stored[1]) then
    redis.call('HSET', KEYS[2], 'version', version, 'state', state, 'by', nonce)
    redis.call('EXPIRE', KEYS[2], ttl)
end
if fields > 0 then
    local stamp = next_stamp(KEYS[3], now) - 1
    local values = {}
    for _ = 1, fields do
        stamp = stamp + 1
        values[#values + 1] = ARGV[position]
        values[#values + 1] = text(stamp) .. '|' .. ARGV[position + 1]
        position = position + 2
    end
    redis.call('HSET', KEYS[3], 'stamp', text(stamp), unpack(values))
    redis.call('ZADD', KEYS[4], text(now), table_id)
    redis.call('PUBLISH', ARGV[8], table_id)
end
if fields > 0 or version ~= expected then
    redis.call('EXPIRE', KEYS[3], ttl)
end

for _ = 1, tonumber(ARGV[position]) do
    local deadline, at, step = ARGV[position + 1], ARGV[position + 2], ARGV[position + 3]
    if at == '' then
        redis.call('ZREM', KEYS[5], deadline)
        redis.call('HDEL', KEYS[6], deadline)
    else
        local duration = math.max(tonumber(at) - now, 0)
        redis.call('ZADD', KEYS[5], at, deadline)
        redis.call('HSET', KEYS[6], deadline, step .. '|' .. at .. '|' .. text(duration))
    end
    position = position + 3
end
return 'DONE'
