import { cents } from '@palpite/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../tools/test/until.ts'
import { readOpenExceptions } from '../cashier/index.ts'
import { closedGateway } from '../cashier/testing/harness.ts'
import { newPlayer } from '../cashier/testing/players.ts'
import { openOrder } from '../cashier/testing/orders.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let till: { operatorId: number; token: string }
let reader: { operatorId: number; token: string }
let stop: () => Promise<unknown>

/** A bank with these payments. */
const known = new Map<string, { providerRef: string; chargeRef: string; amountCents: number }>()
const paymentOf = (chargeRef: string) =>
  [...known.values()]
    .filter((one) => one.chargeRef === chargeRef)
    .map((one) => ({
      ...one,
      amountCents: cents(one.amountCents),
      paidAt: new Date(),
      payerTaxId: undefined,
      refunds: [],
    }))
const gateway = {
  ...closedGateway(),
  registerWebhook: async () => {},
  listPayments: async () => [],
  getPayment: async (providerRef: string) => paymentOf(known.get(providerRef)?.chargeRef ?? '')[0],
  getCharge: async (chargeRef: string) => {
    const payments = paymentOf(chargeRef)
    const state = payments.length > 0 ? ('paid' as const) : ('open' as const)
    return { state, amountCents: cents(10_000), brCode: '', payments }
  },
}

beforeAll(async () => {
  harness = await openBackofficeHarness({ gateway })
  till = await harness.operatorWith('till@house.example', ['books.read', 'bank.ask'])
  reader = await harness.operatorWith('reader@house.example', ['books.read', 'players.correct'])
  const jobs = harness.cashier.jobs()
  stop = () => Promise.all(jobs.map((job) => job.stop()))
})
afterAll(async () => {
  await stop()
  await harness.close()
})

const PARKED = 'GET /api/backoffice/bank/webhooks/parked'
const words = (orderId: string, token: string) =>
  harness.call(`GET /api/backoffice/bank/orders/${orderId}`, { token })
const ask = (orderId: string, requestId: string, token = till.token) =>
  harness.call(`POST /api/backoffice/bank/orders/${orderId}/ask`, { token, body: { requestId } })
const replay = (webhookId: number, requestId: string) =>
  harness.call(`POST /api/backoffice/bank/webhooks/${webhookId}/replay`, {
    token: till.token,
    body: { requestId },
  })

const auditOf = async (subject: string) => {
  const rows = await harness.deps.db<{ action: string; actor: number }[]>`
    select action, actor_id as actor from platform_audit where subject = ${subject} order by id`
  return rows.map(({ action, actor }) => `${action} ${actor}`)
}

/** Stores a webhook as its bank would send it; parked after the given number of attempts. */
async function keep(body: string, items: readonly object[], outcome: 'parked' | 'done'): Promise<number> {
  const rows = await harness.deps.db<{ id: number }[]>`
    insert into cashier_webhook (body_sha256, body, sent_at, items, attempts, handled_at, outcome)
    select sha256(convert_to(body, 'UTF8')), convert_to(body, 'UTF8'), now(), items::jsonb, 13, now(), outcome
      from (values (${body}::text, ${JSON.stringify(items)}::text, ${outcome}::text)) as kept (body, items, outcome)
    returning id`
  return rows[0]?.id ?? 0
}

test('an operator reads every message of the bank about an order, masked unless they may correct identities', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { id: orderId, chargeRef } = await openOrder(harness.deps, playerId)
  const pagador = { nome: 'Ana Maria Souza', cpf: '52998224725', chave: 'ana@mail.example' }
  const body = JSON.stringify({ pix: [{ endToEndId: 'E1words', txid: chargeRef, valor: '100.00', pagador }] })
  await keep(body, [{ kind: 'pix', e2eid: 'E1words', chargeRef }], 'done')
  const { data } = await words(orderId, till.token)
  expect(data).toMatchObject({
    orderId,
    kind: 'topup',
    playerId,
    amountCents: 10_000,
    rail: 'pix',
    isMore: false,
  })
  expect(data).toMatchObject({ webhooks: [{ state: 'handled', outcome: 'done', copies: 1, isCut: false }] })
  const shown = JSON.stringify(data)
  expect(shown).toContain('E1words')
  expect(shown).toContain('Ana M. S.')
  for (const secret of ['52998224725', 'Souza', 'ana@mail']) expect(shown).not.toContain(secret)
  const whole = await words(orderId, reader.token)
  expect(whole.data).toMatchObject({ webhooks: [{ body }] })
  expect(await auditOf(`player:${playerId}`)).toEqual([
    `bank.looked_at ${till.operatorId}`,
    `bank.looked_at ${reader.operatorId}`,
  ])
  expect((await words('0'.repeat(32), till.token)).code).toBe('not_found')
})

test('asks the bank again 200 times at once: books once and audits once', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { id: orderId, chargeRef } = await openOrder(harness.deps, playerId)
  expect((await ask(orderId, 'ask-the-bank-first')).data).toEqual({ heard: 'open' })
  known.set('E2asked', { providerRef: 'E2asked', chargeRef, amountCents: 10_000 })
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask(orderId, 'ask-the-bank-again')))
  expect(answers.map(({ data }) => data)).toEqual(Array(200).fill({ heard: 'paid' }))
  expect((await words(orderId, till.token)).data).toMatchObject({
    state: 'credited',
    payments: [{ providerRef: 'E2asked', amountCents: 10_000 }],
  })
  const written = await auditOf(`player:${playerId}`)
  expect(written.filter((row) => row.startsWith('bank.asked_again'))).toEqual(
    Array(2).fill(`bank.asked_again ${till.operatorId}`),
  )
})

test('31.7 a request id to ask a bank belongs to one order; a read-only operator cannot ask', async () => {
  const [some, others] = [await newPlayer(harness.deps), await newPlayer(harness.deps)]
  const one = await openOrder(harness.deps, some.playerId)
  const other = await openOrder(harness.deps, others.playerId)
  expect((await ask(one.id, 'ask-about-one-order')).http).toBe(200)
  expect((await ask(other.id, 'ask-about-one-order')).code).toBe('request_mismatch')
  expect((await ask('0'.repeat(32), 'ask-about-nothing-1')).code).toBe('not_found')
  expect((await ask(one.id, 'ask-by-who-may-not-1', reader.token)).code).toBe('forbidden')
})

test('a parked webhook is replayed once, however many concurrent requests there are', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { id: orderId, chargeRef } = await openOrder(harness.deps, playerId)
  known.set('E3parked', { providerRef: 'E3parked', chargeRef, amountCents: 10_000 })
  const id = await keep('{"pix":[{"endToEndId":"E3parked"}]}', [{ kind: 'pix', e2eid: 'E3parked' }], 'parked')
  expect((await harness.call(PARKED, { token: till.token })).data).toMatchObject({
    items: [{ id, state: 'parked', about: ['E3parked'], replays: 0 }],
    nextCursor: null,
  })
  const answers = await Promise.all(Array.from({ length: 200 }, () => replay(id, 'replay-what-is-parked')))
  expect(answers.map(({ data }) => data)).toEqual(Array(200).fill({ state: 'replayed' }))
  await until('credited', async () => {
    const rows = await harness.deps.db<{ status: string }[]>`
      select status from cashier_order where id = ${orderId}`
    return rows[0]?.status === 'credited'
  })
  expect((await harness.call(PARKED, { token: till.token })).data).toMatchObject({ items: [] })
  expect((await replay(id, 'replay-what-is-over-1')).data).toEqual({ state: 'not_parked' })
  expect((await replay(id + 1000, 'replay-what-is-none-1')).code).toBe('not_found')
  expect((await replay(id + 1000, 'replay-what-is-parked')).code).toBe('request_mismatch')
  expect(await auditOf(`webhook:${id}`)).toEqual([`webhook.replayed ${till.operatorId}`])
  const one = await harness.call(`GET /api/backoffice/bank/webhooks/${id}`, { token: till.token })
  expect(one.data).toMatchObject({
    id,
    state: 'handled',
    replays: 1,
    body: '{"pix":[{"endToEndId":"E3parked"}]}',
  })
})

test('a webhook that is parked again is another difference, even if the earlier one was closed', async () => {
  const { db } = harness.deps
  const id = await keep('not readable', [], 'parked')
  // A stored body that the parser would reject, as after a faulty update of ours.
  await db`update cashier_webhook set items = '[null]', outcome = '', handled_at = null, attempts = 12 where id = ${id}`
  const whys = async () => {
    const open = await readOpenExceptions(db, 0, 50)
    return open.filter(({ subject }) => subject === `webhook:pix:${id}`).map(({ what }) => what)
  }
  await until('parked', async () => (await whys()).length === 1)
  expect((await replay(id, 'replay-a-fault-of-ours')).data).toEqual({ state: 'replayed' })
  await db`update cashier_webhook set attempts = 12, try_at = now() where id = ${id}`
  await until('parked again', async () => (await whys()).length === 2)
  expect((await whys())[1]).toContain('handled anew 1 times')
  expect((await harness.call(PARKED, { token: till.token })).data).toMatchObject({
    items: [{ id, replays: 1, why: (await whys())[1] }],
  })
})
