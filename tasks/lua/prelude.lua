-- Shared by every script of the ledger. Keys are dynamic: one database, no cluster (see tasks/keys.py).
local P = 'voicemill:'
local function now() local t = redis.call('TIME'); return tonumber(t[1]) + tonumber(t[2]) / 1e6 end
local function job_key(id) return P .. 'job:' .. id end
local function render_key(fp) return P .. 'render:' .. fp end
local function unit_key(unit) return P .. 'unit:' .. unit end
local function split(unit) return string.match(unit, '^(%x+)/(%a+)/(%d+)$') end
local function ttl_of(fp) return tonumber(redis.call('HGET', render_key(fp), 'ttl_s') or '86400') + 7 * 86400 end
local function active(state) return state == 'QUEUED' or state == 'RUNNING' end
local KEEP = 90 * 86400 -- shared indexes live as long as the longest silence we care about
local GRACE = 7 * 86400 -- a job may wait and run this long before its time to live begins, at its end

-- A full broker refuses a script's first write unless that write frees memory, and lets what follows it pass. So jobs
-- are refused, while workers go on with those that were accepted, which is what makes room.
local function also_when_full() redis.call('DEL', P .. 'nothing') end

-- Put a unit on its queue's list of sent units; the caller's process publishes what `out` collects.
local function send(unit, queue, t, out)
  redis.call('HSET', unit_key(unit), 'state', 'sent', 'queue', queue, 'owner', '', 'done', 0)
  redis.call('ZADD', P .. 'sent:' .. queue, t, unit)
  redis.call('EXPIRE', P .. 'sent:' .. queue, KEEP)
  out[#out + 1] = unit
  out[#out + 1] = queue
end

local function create(fp, kind, n, queue, t, out)
  local unit = fp .. '/' .. kind .. '/' .. n
  redis.call('SADD', render_key(fp) .. ':units', unit)
  redis.call('EXPIRE', render_key(fp) .. ':units', ttl_of(fp))
  send(unit, queue, t, out)
  redis.call('EXPIRE', unit_key(unit), ttl_of(fp))
end

-- Take a unit out of every index; its hash stays until the rendering is reset.
local function unindex(unit)
  local u = redis.call('HMGET', unit_key(unit), 'queue', 'owner')
  if u[1] then redis.call('ZREM', P .. 'sent:' .. u[1], unit) end
  if u[2] and u[2] ~= '' then redis.call('SREM', P .. 'owner:' .. u[2], unit) end
  redis.call('ZREM', P .. 'leases', unit)
end

local function forget_units(fp)
  for _, unit in ipairs(redis.call('SMEMBERS', render_key(fp) .. ':units')) do
    unindex(unit)
    redis.call('DEL', unit_key(unit))
  end
  redis.call('DEL', render_key(fp) .. ':units', P .. 'strikes:' .. fp)
end

-- What this attempt had done counts no more: the next one finds it in the store and counts it again.
local function undo(unit, fp)
  local u = redis.call('HMGET', unit_key(unit), 'done', 'chapter')
  local done = tonumber(u[1] or '0') or 0
  if done == 0 then return end
  redis.call('HINCRBY', render_key(fp), 'done', -done)
  if u[2] then redis.call('HINCRBY', render_key(fp) .. ':chapters', 'done:' .. u[2], -done) end
end

-- Move a job to a final state, once: final states never change.
local function close_job(id, state, error, t)
  if not active(redis.call('HGET', job_key(id), 'state')) then return end
  redis.call('HSET', job_key(id), 'state', state, 'finished_s', t, 'error', error or '')
  if state == 'DONE' then -- the job keeps its result, whatever becomes of the rendering
    local made = { 'result', 'total', 'synthesized', 'synth_s', 'audio_s', 'peak_rss_bytes' }
    local values = redis.call('HMGET', render_key(redis.call('HGET', job_key(id), 'rendering')), unpack(made))
    for i, name in ipairs(made) do redis.call('HSET', job_key(id), name, values[i] or '') end
  else -- and what a retry needs
    local fp = redis.call('HGET', job_key(id), 'rendering')
    redis.call('HSET', job_key(id), 'recipe', redis.call('HGET', render_key(fp), 'recipe') or '')
  end
  redis.call('EXPIRE', job_key(id), tonumber(redis.call('HGET', job_key(id), 'ttl_s')))
  redis.call('ZADD', P .. 'announce', t, id)
  redis.call('EXPIRE', P .. 'announce', KEEP)
end

-- Move a rendering to a final state with every job that asked for it; its units end here.
local function close_rendering(fp, state, error, t)
  redis.call('HSET', render_key(fp), 'state', state, 'finished_s', t, 'error', error or '')
  local ids = redis.call('SMEMBERS', render_key(fp) .. ':jobs')
  for _, id in ipairs(ids) do close_job(id, state, error, t) end
  -- a final rendering is kept for weeks, so without its text
  redis.call('DEL', render_key(fp) .. ':jobs', render_key(fp) .. ':chapters')
  redis.call('HDEL', render_key(fp), 'recipe', 'queue', 'parts', 'parts_done', 'next_part', 'chapters_left',
    'chapters', 'planned_s')
  redis.call('EXPIRE', render_key(fp), tonumber(redis.call('HGET', render_key(fp), 'ttl_s')))
  forget_units(fp)
  return ids
end

local function holds(unit, token)
  local u = redis.call('HMGET', unit_key(unit), 'state', 'token')
  return u[1] == 'leased' and u[2] == token
end

-- The holder is dead or silent: again at once, unless it was the same segment once too often.
local function lost(unit, attempts, reason, t, out)
  local fp = split(unit)
  local u = redis.call('HMGET', unit_key(unit), 'queue', 'segment')
  unindex(unit)
  if not u[1] or not active(redis.call('HGET', render_key(fp), 'state')) then return end
  undo(unit, fp)
  local segment = u[2] or ''
  local spot = unit
  if segment ~= '' then spot = cjson.decode(segment).spot end
  local strikes = redis.call('HINCRBY', P .. 'strikes:' .. fp, spot, 1)
  redis.call('EXPIRE', P .. 'strikes:' .. fp, ttl_of(fp))
  if strikes < attempts then return send(unit, u[1], t, out) end
  local details = { unit = unit, attempts = strikes, reason = reason }
  local what = 'unit ' .. unit
  if segment ~= '' then
    details.segment = cjson.decode(segment)
    what = 'segment ' .. spot .. ' ("' .. details.segment.words .. '")'
  end
  local message = what .. ' ended its worker ' .. strikes .. ' times; last: ' .. reason
  close_rendering(fp, 'FAILED', cjson.encode({ code = 'synthesis_failed', message = message, details = details }), t)
end

-- Keep the rendering's window of parts on the queue filled.
local function fill_window(fp, window, t, out)
  local r = redis.call('HMGET', render_key(fp), 'next_part', 'parts', 'parts_done', 'queue')
  if window == 0 then window = redis.call('ZCOUNT', P .. 'workers', t - 60, '+inf') + 2 end
  local next_part, parts, done = tonumber(r[1]), tonumber(r[2]), tonumber(r[3])
  while next_part < parts and next_part - done < window do
    create(fp, 'part', next_part, r[4], t, out)
    next_part = next_part + 1
  end
  redis.call('HSET', render_key(fp), 'next_part', next_part)
end
