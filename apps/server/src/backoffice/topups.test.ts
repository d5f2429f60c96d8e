import { afterAll, beforeAll, expect, test } from 'vitest'
import { receivePayment, openOrder } from '../cashier/testing/orders.ts'
import { newPlayer } from '../cashier/testing/players.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let token: string
let operatorId: number
beforeAll(async () => {
  harness = await openBackofficeHarness()
  const operator = await harness.operatorWith('till@house.example', ['books.read', 'topups.giveBack'])
  ;({ token, operatorId } = operator)
})
afterAll(() => harness.close())

const UNMATCHED = 'GET /api/backoffice/topups/unmatched'
const GIVE_BACK = 'POST /api/backoffice/topups/giveBack'
const giveBack = (providerRef: string, requestId: string, more: object = {}) =>
  harness.call(GIVE_BACK, { token, body: { requestId, providerRef, reason: 'seen with the bank', ...more } })

const auditOf = async (subject: string) => {
  const rows = await harness.deps.db<{ action: string; actor: string }[]>`
    select action, actor_id as actor from platform_audit where subject = ${subject} order by id`
  return rows.map(({ action, actor }) => `${action} ${actor}`)
}

test('K18 an operator finds a payment that matches no order, and refunds it, once and audited', async () => {
  await receivePayment(harness.deps, {
    providerRef: 'E1unmatched',
    chargeRef: 'f'.repeat(32),
    amountCents: 4_200,
  })
  const { data } = await harness.call(UNMATCHED, { token })
  expect(data).toMatchObject({
    items: [{ providerRef: 'E1unmatched', amountCents: 4_200, isUnderWay: false }],
    nextCursor: null,
  })
  expect((await giveBack('E1unmatched', 'refund-of-nobody-1', { amountCents: 100 })).http).toBe(400)
  const taken = await giveBack('E1unmatched', 'refund-of-nobody-1')
  expect(taken).toMatchObject({ http: 200, data: { amountCents: 4_200 } })
  expect((await giveBack('E1unmatched', 'refund-of-nobody-1')).data).toEqual(taken.data)
  expect((await giveBack('E1unmatched', 'refund-of-nobody-2')).code).toBe('refund_under_way')
  expect((await harness.call(UNMATCHED, { token })).data).toMatchObject({ items: [{ isUnderWay: true }] })
  expect(await auditOf('payment:E1unmatched')).toEqual([`topup.given_back ${operatorId}`])
})

test('an operator sees the payments of an order, and refunds a part from its player’s cash', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { id: orderId, chargeRef } = await openOrder(harness.deps, playerId)
  await receivePayment(harness.deps, { providerRef: 'E1paid', chargeRef, amountCents: 10_000 })
  const key = `GET /api/backoffice/topups/ofOrder/${orderId}`
  expect((await giveBack('E1paid', 'refund-of-a-part-1', { amountCents: 2_500 })).http).toBe(200)
  expect((await harness.call(key, { token })).data).toMatchObject({
    payments: [
      { playerId, providerRef: 'E1paid', state: 'credited', amountCents: 10_000, underWayCents: 2_500 },
    ],
  })
  expect(await auditOf(`player:${playerId}`)).toEqual([
    `topup.given_back ${operatorId}`,
    `topup.looked_at ${operatorId}`,
  ])
  const absent = `GET /api/backoffice/topups/ofOrder/${'0'.repeat(32)}`
  expect((await harness.call(absent, { token })).code).toBe('not_found')
})

test('31.7 a repeated refund request with another amount, or without one, is a different request', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { chargeRef } = await openOrder(harness.deps, playerId)
  await receivePayment(harness.deps, { providerRef: 'E1again', chargeRef, amountCents: 10_000 })
  const part = await giveBack('E1again', 'refund-of-a-part-2', { amountCents: 2_500 })
  expect(part.http).toBe(200)
  for (const other of [{}, { amountCents: 2_501 }, { amountCents: 2_500, reason: 'asked by telephone' }])
    expect((await giveBack('E1again', 'refund-of-a-part-2', other)).code).toBe('request_mismatch')
  expect(await giveBack('E1again', 'refund-of-a-part-2', { amountCents: 2_500 })).toEqual(part)
  expect((await giveBack('E1paid', 'refund-of-a-part-2', { amountCents: 2_500 })).code).toBe(
    'request_mismatch',
  )
})

test('lists each of more than a page of payments with the same time once', async () => {
  await harness.deps.db`
    insert into cashier_unmatched_payment (provider_ref, amount_cents, paid_at, seen_at)
    select 'E2page' || n, 100, now(), '2026-01-02 03:04:05.678901Z' from generate_series(1, 120) as n`
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const key: string = cursor ? `${UNMATCHED}?cursor=${cursor}` : UNMATCHED
    const { http, data } = await harness.call(key, { token })
    expect(http).toBe(200)
    const page = data as { items: { providerRef: string }[]; nextCursor: string | null }
    seen.push(...page.items.map(({ providerRef }) => providerRef))
    cursor = page.nextCursor
  } while (cursor && seen.length < 1000)
  const ours = seen.filter((providerRef) => providerRef.startsWith('E2page'))
  expect([ours.length, new Set(ours).size]).toEqual([120, 120])
})
