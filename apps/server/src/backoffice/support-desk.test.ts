import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableOperator } from '../identity/index.ts'
import { answerThread, openMessages, releaseThreads } from '../messages/index.ts'
import { permissions } from '@palpite/contract/backoffice'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
type Operator = { operatorId: number; token: string }
let ana: Operator
let bia: Operator
let caio: Operator

beforeAll(async () => {
  harness = await openBackofficeHarness()
  ana = await harness.operatorWith('ana@house.example', ['support.answer'])
  bia = await harness.operatorWith('bia@house.example', ['support.answer', 'players.read'])
  caio = await harness.operatorWith('caio@house.example', ['players.read'])
})
afterAll(() => harness.close())

let made = 0
const newRequest = () => `request-of-the-desk-${(made += 1)}`
type Thread = { threadId: string; playerId: number; assignedTo: number | null }

/** An open chat of a new player who waits. */
async function newThread(): Promise<{ threadId: string; playerId: number; path: string }> {
  const { playerId } = await harness.player(`desk${(made += 1)}@players.example`)
  const { db } = harness.deps
  const [row] = await db<{ id: number }[]>`
    insert into messages_thread (player_id, lang) values (${playerId}, 'pt-BR') returning id`
  const id = row?.id ?? 0
  await db`
    insert into messages_line (thread_id, player_id, author, text, request_id)
    values (${id}, ${playerId}, 'player', 'Oi', ${newRequest()})`
  const threadId = supportNow().ids.threads.show(id)
  return { threadId, playerId, path: `/api/backoffice/support/threads/${threadId}` }
}

const supportNow = () => openMessages(harness.deps).support

const assign = (by: Operator, path: string, change: { from: number | null; to: number | null }) =>
  harness.call(`POST ${path}/assign`, { token: by.token, body: { requestId: newRequest(), ...change } })
const answer = (by: Operator, path: string, text = 'Olá') =>
  harness.call(`POST ${path}/answer`, { token: by.token, body: { requestId: newRequest(), text } })
const ownerOf = async (path: string) => {
  const { data } = await harness.call(`GET ${path}`, { token: ana.token })
  return (data?.['thread'] as Thread | undefined)?.assignedTo
}
const listed = async (by: Operator, query: string) => {
  const { data } = await harness.call(`GET /api/backoffice/support/threads?${query}`, {
    token: by.token,
  })
  return ((data?.['items'] ?? []) as Thread[]).map(({ threadId }) => threadId)
}
const summary = async (by: Operator, path: string) => {
  const { data } = await harness.call(`GET ${path}/summary`, { token: by.token })
  return data as Thread | undefined
}
const assignments = (playerId: number) => harness.deps.db<{ actorId: number | null; details: unknown }[]>`
  select actor_id as "actorId", details from platform_audit
   where action = 'support.assigned' and subject = ${`player:${playerId}`} order by id`

test('the summary of an open chat is what the list shows of it, and is not audited', async () => {
  const { path, threadId, playerId } = await newThread()
  const { data } = await harness.call('GET /api/backoffice/support/threads?status=waiting', {
    token: ana.token,
  })
  const listedOne = ((data?.['items'] ?? []) as Thread[]).find((one) => one.threadId === threadId)
  expect(await summary(ana, path)).toEqual(listedOne)
  await assign(ana, path, { from: null, to: ana.operatorId })
  await answer(ana, path, 'Já vi.')
  expect(await summary(ana, path)).toMatchObject({ assignedTo: ana.operatorId, lastText: 'Já vi.' })
  const views = await harness.deps.db`
    select from platform_audit where action = 'support.read' and subject = ${`player:${playerId}`}`
  expect(views).toHaveLength(0)
  const absent = await harness.call('GET /api/backoffice/support/threads/0123456789ABC/summary', {
    token: ana.token,
  })
  expect(absent.code).toBe('not_found')
})

test('an operator takes a chat, gives it to a colleague and back to the queue; the lists follow, and each step is audited', async () => {
  const { path, threadId, playerId } = await newThread()
  expect(await listed(ana, 'status=waiting&owner=nobody')).toContain(threadId)
  expect((await assign(ana, path, { from: null, to: ana.operatorId })).http).toBe(200)
  expect(await listed(ana, 'status=waiting&owner=me')).toContain(threadId)
  expect(await listed(ana, 'status=waiting&owner=nobody')).not.toContain(threadId)
  expect(await listed(bia, 'status=waiting&owner=me')).not.toContain(threadId)
  expect(await listed(bia, 'status=waiting')).toContain(threadId)
  expect((await assign(ana, path, { from: ana.operatorId, to: bia.operatorId })).http).toBe(200)
  expect((await answer(bia, path)).http).toBe(200)
  for (const [by, query, isIn] of [
    [bia, 'status=answered&owner=me', true],
    [ana, 'status=answered&owner=me', false],
    [ana, 'status=answered&owner=nobody', false],
    [ana, 'status=answered', true],
  ] as const)
    expect((await listed(by, query)).includes(threadId)).toBe(isIn)
  expect((await assign(bia, path, { from: bia.operatorId, to: null })).http).toBe(200)
  expect(await listed(ana, 'status=answered&owner=nobody')).toContain(threadId)
  expect((await harness.call(`POST ${path}/close`, { token: ana.token })).http).toBe(200)
  expect(await listed(ana, 'status=closed&owner=nobody')).toContain(threadId)
  expect(await listed(ana, 'status=closed&owner=me')).not.toContain(threadId)
  expect((await assign(ana, path, { from: null, to: ana.operatorId })).code).toBe('thread_closed')
  const steps = [
    { actorId: ana.operatorId, before: null, after: ana.operatorId },
    { actorId: ana.operatorId, before: ana.operatorId, after: bia.operatorId },
    { actorId: bia.operatorId, before: bia.operatorId, after: null },
  ]
  expect(await assignments(playerId)).toEqual(
    steps.map(({ actorId, ...details }) => ({ actorId, details: { threadId, ...details } })),
  )
})

test('of two operators who take a chat at once one gets it, and the other is refused and sees who has it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { path, playerId } = await newThread()
    const both = [ana, bia]
    const answers = await Promise.all(
      both.map((one) => assign(one, path, { from: null, to: one.operatorId })),
    )
    const codes = answers.map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['thread_taken', undefined]))
    const winner = both[codes.indexOf(undefined)]
    expect(await ownerOf(path)).toBe(winner?.operatorId)
    expect(await assignments(playerId)).toHaveLength(1)
  }
})

test('an answer takes a chat that nobody has; in a colleague’s chat nothing is answered or closed before it is taken over', async () => {
  const { path, playerId } = await newThread()
  const codes = await Promise.all([ana, bia].map(async (one) => (await answer(one, path)).code))
  expect(new Set(codes)).toEqual(new Set(['thread_taken', undefined]))
  const [has, hasNot] = codes[0] === undefined ? [ana, bia] : [bia, ana]
  expect(await ownerOf(path)).toBe(has.operatorId)
  expect((await answer(hasNot, path)).code).toBe('thread_taken')
  expect((await harness.call(`POST ${path}/close`, { token: hasNot.token })).code).toBe('thread_taken')
  expect((await answer(has, path, 'Mais uma coisa')).http).toBe(200)
  expect((await assign(hasNot, path, { from: has.operatorId, to: hasNot.operatorId })).http).toBe(200)
  expect((await answer(hasNot, path, 'Agora eu')).http).toBe(200)
  expect((await answer(has, path)).code).toBe('thread_taken')
  expect(await assignments(playerId)).toHaveLength(2)
})

test('31.7 a chat is assigned once by its request id, which belongs to one chat and colleague', async () => {
  const { path, playerId } = await newThread()
  const other = await newThread()
  const body = { requestId: newRequest(), from: null, to: ana.operatorId }
  const send = (by: Operator, to: string, sent: object) =>
    harness.call(`POST ${to}/assign`, { token: by.token, body: sent })
  const sent = await Promise.all([1, 2, 3].map(() => send(ana, path, body)))
  expect(sent.map(({ http }) => http)).toEqual([200, 200, 200])
  expect((await assign(bia, path, { from: ana.operatorId, to: bia.operatorId })).http).toBe(200)
  // A repeated request answers as before, and takes nothing back.
  expect((await send(ana, path, body)).http).toBe(200)
  expect(await ownerOf(path)).toBe(bia.operatorId)
  expect((await send(ana, path, { ...body, to: null })).code).toBe('request_mismatch')
  expect((await send(ana, other.path, body)).code).toBe('request_mismatch')
  expect((await send(bia, path, body)).code).toBe('request_mismatch')
  expect(await assignments(playerId)).toHaveLength(2)
})

test('a chat is given to active operators who may answer alone, and they are the ones listed', async () => {
  const { path } = await newThread()
  expect((await assign(ana, path, { from: null, to: caio.operatorId })).code).toBe('not_found')
  expect((await assign(ana, path, { from: null, to: 999_999 })).code).toBe('not_found')
  const { data } = await harness.call('GET /api/backoffice/support/operators', { token: ana.token })
  const ids = (data as unknown as Operator[]).map(({ operatorId }) => operatorId)
  expect(ids).toContain(bia.operatorId)
  expect(ids).not.toContain(caio.operatorId)
})

test('the chats of an operator who was disabled go back to the queue, those of others stay', async () => {
  const leaving = await harness.operatorWith('leaving@house.example', ['support.answer'])
  const [left, closed, kept] = [await newThread(), await newThread(), await newThread()]
  for (const { path } of [left, closed]) await assign(leaving, path, { from: null, to: leaving.operatorId })
  await harness.call(`POST ${closed.path}/close`, { token: leaving.token })
  await assign(ana, kept.path, { from: null, to: ana.operatorId })
  const root = { operatorId: harness.rootId, sessionId: 0, permissions: new Set(permissions) }
  expect((await disableOperator(harness.operators, root, leaving.operatorId)).ok).toBe(true)
  await Promise.all([releaseThreads(supportNow()), releaseThreads(supportNow())])
  expect(await ownerOf(left.path)).toBe(null)
  expect(await ownerOf(kept.path)).toBe(ana.operatorId)
  // Who had a closed chat is its history.
  expect(await ownerOf(closed.path)).toBe(leaving.operatorId)
  expect((await assignments(left.playerId)).at(-1)).toEqual({
    actorId: null,
    details: { threadId: left.threadId, before: leaving.operatorId, after: null },
  })
  expect(await assignments(left.playerId)).toHaveLength(2)
})

test('the sandbox, which is no operator, takes no chat', async () => {
  const { path, threadId } = await newThread()
  const { db } = harness.deps
  const id = supportNow().ids.threads.read(threadId)
  const request = { threadId: id, operatorId: null, requestId: newRequest(), text: 'Oi' }
  expect((await db.begin((tx) => answerThread(tx, request))).ok).toBe(true)
  expect(await ownerOf(path)).toBe(null)
})

test('the chats of one operator can be paged through, each once', async () => {
  const { db } = harness.deps
  await db`
    insert into messages_thread (player_id, lang, assigned_to, waits_since)
    select 500000 + n, 'pt-BR', ${bia.operatorId}, now() - interval '1 day' + n * interval '1 second'
      from generate_series(1, 120) n`
  for (const status of ['waiting', 'answered']) {
    if (status === 'answered')
      await db`update messages_thread set waits_since = null where player_id > 500000`
    const seen: string[] = []
    let cursor = ''
    do {
      const path = `/api/backoffice/support/threads?status=${status}&owner=me${cursor && `&cursor=${cursor}`}`
      const { data } = await harness.call(`GET ${path}`, { token: bia.token })
      seen.push(...((data?.['items'] ?? []) as Thread[]).map(({ threadId }) => threadId))
      cursor = (data?.['nextCursor'] as string | null) ?? ''
    } while (cursor !== '')
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(120)
  }
})
