import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

type Thread = { threadId: string; playerId: number; waitsSince: string | null }

test('operators see waiting players, longest first, answer and close the chat; each view and answer is audited', async () => {
  const { deps, call } = harness
  const { playerId } = await harness.player('asks@players.example')
  const { operatorId, token } = await harness.operatorWith('answers@house.example', ['support.answer'])
  await deps.db`insert into messages_thread (player_id, lang, waits_since)
    values (${playerId}, 'pt-BR', now() - interval '1 minute'), (${playerId + 1}, 'en', now())`
  await deps.db`
    insert into messages_line (thread_id, player_id, author, text, request_id)
    select id, player_id, 'player', 'Oi', 'request-of-a-test' from messages_thread`
  const threads = async (status: string) => {
    const { data } = await call(`GET /api/backoffice/support/threads?status=${status}`, { token })
    return (data?.['items'] ?? []) as Thread[]
  }
  const waiting = await threads('waiting')
  expect(waiting.map((thread) => thread.playerId)).toEqual([playerId, playerId + 1])
  const { threadId } = waiting[0] as Thread
  const path = `/api/backoffice/support/threads/${threadId}`
  const chat = await call(`GET ${path}`, { token })
  expect(chat.data).toMatchObject({ thread: { playerId }, lines: [{ author: 'player', text: 'Oi' }] })
  const body = { requestId: 'an-answer-of-the-house', text: 'Olá' }
  expect((await call(`POST ${path}/answer`, { token, body })).data).toMatchObject({ author: 'operator' })
  expect((await call(`POST ${path}/answer`, { token, body })).http).toBe(200)
  const others = { requestId: body.requestId, text: 'Tchau' }
  expect((await call(`POST ${path}/answer`, { token, body: others })).code).toBe('request_mismatch')
  const elsewhere = `/api/backoffice/support/threads/${waiting[1]?.threadId}`
  expect((await call(`POST ${elsewhere}/answer`, { token, body })).code).toBe('request_mismatch')
  expect((await threads('answered')).map((thread) => thread.threadId)).toEqual([threadId])
  expect((await call(`POST ${path}/typing`, { token })).http).toBe(200)
  expect((await call(`POST ${path}/close`, { token })).http).toBe(200)
  expect((await threads('closed')).map((thread) => thread.threadId)).toEqual([threadId])
  const late = { requestId: 'too-late-an-answer', text: 'Ainda aí?' }
  expect((await call(`POST ${path}/answer`, { token, body: late })).code).toBe('thread_closed')
  const absent = 'GET /api/backoffice/support/threads/0123456789ABC'
  expect((await call(absent, { token })).code).toBe('not_found')
  const audited = await deps.db<{ action: string; subject: string; actorId: number }[]>`
    select action, subject, actor_id as "actorId" from platform_audit where action like 'support.%' order by id`
  expect([...new Set(audited.map(({ action }) => action))]).toEqual([
    'support.read',
    'support.assigned',
    'support.answered',
    'support.closed',
  ])
  expect(
    audited.every(({ subject, actorId }) => subject === `player:${playerId}` && actorId === operatorId),
  ).toBe(true)
})

test('shows held commission with its reasons; it is decided once, and audited with the operator’s reason', async () => {
  const { deps, call } = harness
  const [{ playerId: earnerId }, { playerId }] = [
    await harness.player('earner@players.example'),
    await harness.player('related@players.example'),
  ]
  const { token } = await harness.operatorWith('decides@house.example', ['rewards.decide'])
  await deps.db`
    insert into rewards_commission_share (earner_id, day, player_id, level, settled_cents, amount_e4, status, reasons)
    values (${earnerId}, '2026-01-02', ${playerId}, 1, 100000, 3000000, 'held', '{device}')`
  const { data } = await call('GET /api/backoffice/commission/held', { token })
  expect(data?.['items']).toEqual([
    { earnerId, playerId, level: 1, amountE2: 30_000, reasons: ['device'], since: '2026-01-02' },
  ])
  const decided = {
    requestId: 'decision-of-the-house',
    earnerId,
    playerId,
    outcome: 'refuse',
    reason: ' Mesmo celular ',
  }
  for (const _ of [1, 2]) {
    const answer = await call('POST /api/backoffice/commission/decide', { token, body: decided })
    expect(answer.data).toEqual({ amountE2: 30_000, paidCents: 0 })
  }
  const empty = { ...decided, requestId: 'another-of-the-house', reason: '  ' }
  expect((await call('POST /api/backoffice/commission/decide', { token, body: empty })).http).toBe(400)
  const audited = await deps.db<{ subject: string; details: unknown }[]>`
    select subject, details from platform_audit where action = 'commission.decided'`
  expect(audited).toEqual([
    {
      subject: `player:${earnerId}`,
      details: {
        from: playerId,
        outcome: 'refuse',
        reason: 'Mesmo celular',
        relations: ['device'],
        amountE4: 3_000_000,
        paidCents: 0,
      },
    },
  ])
})
