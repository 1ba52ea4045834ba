-- What all scripts share. Payloads are opaque strings; only moments (ms, far below 2^53) are ever numbers here.

local function now_ms()
    local time = redis.call('TIME')
    return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function text(number)
    return string.format('%.0f', number)
end

-- Whether the caller still holds the partition.
local function holds(lease, fence)
    return redis.call('GET', lease) == fence
end

-- The next stamp of an outbox (see fields.py).
local function next_stamp(outbox, now)
    local last = tonumber(redis.call('HGET', outbox, 'stamp') or '0')
    return math.max(last + 1, now)
end
