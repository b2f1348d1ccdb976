-- End a unit and create what follows from it. ARGV: unit, token, window, payload, result (publish; kept as it is)
-- payload: plan {parts, total, queue, chapters: [{title, parts, total}]} · part {chapter} · bind {} · publish {}
also_when_full()
local unit, token, window = ARGV[1], ARGV[2], tonumber(ARGV[3])
local payload = cjson.decode(ARGV[4])
local fp, kind, n = split(unit)
local r, chapters = render_key(fp), render_key(fp) .. ':chapters'
local t, out = now(), {}
if not holds(unit, token) or not active(redis.call('HGET', r, 'state')) then return { 'stale', out, {} } end
unindex(unit)
redis.call('HSET', unit_key(unit), 'state', 'done', 'owner', '')
if kind == 'plan' then
  redis.call('HSET', r, 'parts', payload.parts, 'total', payload.total, 'queue', payload.queue, 'next_part', 0,
    'parts_done', 0, 'chapters_left', #payload.chapters, 'planned_s', t)
  redis.call('DEL', chapters)
  for i, chapter in ipairs(payload.chapters) do
    redis.call('HSET', chapters, 'title:' .. (i - 1), chapter.title, 'total:' .. (i - 1), chapter.total,
      'left:' .. (i - 1), chapter.parts, 'done:' .. (i - 1), 0)
  end
  redis.call('EXPIRE', chapters, ttl_of(fp))
  redis.call('HSET', r, 'chapters', #payload.chapters)
  fill_window(fp, window, t, out)
elseif kind == 'part' then
  redis.call('HINCRBY', r, 'parts_done', 1)
  if redis.call('HINCRBY', chapters, 'left:' .. payload.chapter, -1) == 0 then
    create(fp, 'bind', payload.chapter, redis.call('HGET', r, 'queue'), t, out)
  end
  fill_window(fp, window, t, out)
elseif kind == 'bind' then
  if redis.call('HINCRBY', r, 'chapters_left', -1) == 0 then
    create(fp, 'publish', 0, redis.call('HGET', r, 'queue'), t, out)
  end
elseif kind == 'publish' then
  redis.call('HSET', r, 'result', ARGV[5])
  return { 'final', out, close_rendering(fp, 'DONE', nil, t) }
end
return { 'ok', out, {} }
