import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicIds } from '../../apps/server/src/platform/public-ids.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type Answered, request, insist } from './request.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { inTurn } from './in-turn.ts'
import { type AttackingPlayer, centsOf, openPlayers } from './players.ts'
import { snapshot } from './snapshot.ts'
import { until } from '../test/until.ts'

const HOOK = '/api/hooks/pix/pix'

let attacked: AttackedApp

beforeAll(async () => {
  attacked = await openAttackedApp()
})

afterAll(() => attacked.close())

type Signed = { secret?: string; ageSeconds?: number; signedBody?: string; headers?: Record<string, string> }

/** Sends a webhook; signed as the bank does by default. */
function hook(
  body: string,
  { secret = attacked.webhookSecret, ageSeconds = 0, signedBody = body, headers }: Signed = {},
) {
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds
  const signature = createHmac('sha256', secret).update(`${seconds}.${signedBody}`).digest('hex')
  return request(attacked.url, {
    path: HOOK,
    body,
    headers: headers ?? { 'x-signature': `t=${seconds},v1=${signature}` },
  })
}

/** As the bank: refused as busy, it sends again. */
const insistHook = (body: string): Promise<Answered> =>
  until('the bank is let through', async () => {
    const answer = await hook(body)
    return answer.http !== 429 && answer
  })

/** An order paid at the bank, whose webhook was lost: only a test's webhook can report it. */
async function paidWithLostWebhook(): Promise<{
  player: AttackingPlayer
  orderId: string
  endToEndId: string
  txid: string
}> {
  const [player] = await openPlayers(attacked.deps, [{}])
  if (!player) throw new Error('a player opens')
  const body = { gift: '0', pkgId: 'brl-100' }
  const { data } = await request(attacked.url, {
    path: '/api/app/order/prePay/brl-100',
    token: player.token,
    body,
  })
  const orderId = String(data['orderId'])
  await atSandbox('/sandbox/faults', { kind: 'webhook_lost', of: 'pix' })
  const rows = await attacked.deps.db<{ code: string; txid: string }[]>`
    select br_code as code, charge_ref as txid from cashier_order where id = ${orderId}`
  const { code = '', txid = '' } = rows[0] ?? {}
  const paid = JSON.parse((await atSandbox('/sandbox/pay', { code })).text) as { endToEndId: string }
  return { player, orderId, txid, endToEndId: paid.endToEndId }
}

async function atSandbox(path: string, body: object): Promise<Answered> {
  const answer = await request(attacked.sandboxUrl, { path, body })
  if (answer.http >= 300) throw new Error(answer.text)
  return answer
}

const statusOf = async ({ token }: AttackingPlayer, orderId: string) =>
  (await insist(attacked.url, { path: `/api/app/order/getStatus/${orderId}`, token })).data['status']

/** Invalid webhooks about this payment. */
const forgeries = (body: string, player: AttackingPlayer) => {
  const zeros = '0'.repeat(64)
  return Promise.all([
    hook(body, { secret: 'somebody else’s secret' }),
    hook(body, { signedBody: body.replace('100.00', '1.00') }),
    hook(body, { ageSeconds: 310 }),
    hook(body, { ageSeconds: -310 }),
    hook(body, { headers: {} }),
    hook(body, { headers: { 'x-signature': '' } }),
    hook(body, { headers: { 'x-signature': `t=${Math.floor(Date.now() / 1000)},v1=${zeros}` } }),
    hook(body, { headers: { 'x-signature': `t=NaN,v1=${zeros}` } }),
    hook(body, { headers: { 'x-signature': `t=1e9,v1=${zeros}` } }),
    hook(body, { headers: { authorization: player.token } }),
    hook('', { headers: {} }),
  ])
}

/**
 * Sends the forgeries about a payment not reported yet. Reconciliation runs every 20 seconds: if it intervened,
 * repeats with another payment. A forgery that is accepted would be accepted each time.
 */
async function forgeUntilLeftAlone(triesLeft = 4) {
  const { player, orderId, endToEndId, txid } = await paidWithLostWebhook()
  const body = JSON.stringify({ pix: [{ endToEndId, txid, valor: '100.00' }] })
  const before = await snapshot(attacked.deps)
  const answers = await forgeries(body, player)
  const [after, status] = [await snapshot(attacked.deps), await statusOf(player, orderId)]
  if (status !== '00' && triesLeft > 0) return forgeUntilLeftAlone(triesLeft - 1)
  return { player, orderId, body, before, answers, after, status }
}

test('a webhook that is forged, altered, old, from the future or unsigned moves nothing and is not stored', async () => {
  const { player, orderId, body, before, answers, after, status } = await forgeUntilLeftAlone()
  expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 401))
  expect(answers.map(({ text }) => text)).toEqual(answers.map(() => ''))
  expect(after).toEqual(before)
  expect(status).toBe('00')
  // Reported validly it is credited, and not by reconciliation in the middle of a later test.
  expect((await hook(body)).http).toBe(200)
  await expect.poll(() => statusOf(player, orderId)).toBe('10')
})

test('a thousand concurrent copies, with any amounts, credit once and the bank’s amount', async () => {
  const { player, orderId, endToEndId, txid } = await paidWithLostWebhook()
  const bodies = Array.from({ length: 1000 }, (_none, at) =>
    JSON.stringify({ pix: [{ endToEndId, txid, valor: at % 2 ? '100.00' : `${999_000 + at}.00` }] }),
  )
  const answers = await inTurn(bodies, 100, (body) => insistHook(body))
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
  await expect.poll(() => statusOf(player, orderId), { interval: 200 }).toBe('10')
  await expect.poll(openHooks, { interval: 200 }).toBe(0)
  expect(await centsOf(attacked.deps, player.playerId)).toBe(10_000)
})

test('a replayed webhook, of a payment credited long ago, credits nothing more', async () => {
  const { player, orderId, endToEndId } = await paidWithLostWebhook()
  const body = JSON.stringify({ pix: [{ endToEndId }] })
  await hook(body)
  await expect.poll(() => statusOf(player, orderId)).toBe('10')
  for (const again of [body, `${body} `, JSON.stringify({ pix: [{ endToEndId }, { endToEndId }] })]) {
    expect((await hook(again)).http).toBe(200)
  }
  await expect.poll(openHooks).toBe(0)
  expect(await centsOf(attacked.deps, player.playerId)).toBe(10_000)
})

test.each([
  [
    'a payment the bank does not know',
    { pix: [{ endToEndId: 'E00000000202611201200abcdefghijk', txid: 'a'.repeat(32) }] },
  ],
  ['nothing', { pix: [] }],
  ['no list', { pix: 'all' }],
  [
    'things of every kind',
    { pix: [null, 7, 'E1', [], {}, { endToEndId: null }, { endToEndId: "' or 1=1" }] },
  ],
  ['a payout that is nobody’s', { pix: [{ gnExtras: { idEnvio: 'nobody' } }] }],
  ['a thousand payments', { pix: Array.from({ length: 1000 }, (_none, at) => ({ endToEndId: `E${at}` })) }],
  ['more than a thousand', { pix: Array.from({ length: 1001 }, (_none, at) => ({ endToEndId: `E${at}` })) }],
  ['a NUL', { pix: [{ endToEndId: 'E1\u0000' }], more: '\u0000' }],
])('a valid signature over %s moves no money and breaks nothing', async (_what, body) => {
  const before = await sumOfPlayers()
  expect((await hook(JSON.stringify(body))).http).toBe(200)
  await expect.poll(untried).toBe(0)
  expect(await sumOfPlayers()).toBe(before)
})

test('a too long body is refused before it is read, a broken one is stored for operators', async () => {
  const long = await hook(JSON.stringify({ pix: [], more: 'x'.repeat(1_100_000) }))
  expect(long).toMatchObject({ http: 400, status: 400 })
  expect((await hook('{"pix":[')).http).toBe(200)
})

test('S34: the log names the player and order of a credited payment, and nothing of its payer', async () => {
  const { player, orderId, endToEndId } = await paidWithLostWebhook()
  expect((await hook(JSON.stringify({ pix: [{ endToEndId }] }))).http).toBe(200)
  const reported = () =>
    attacked
      .said()
      .split('\n')
      .filter((line) => line.includes('a top-up was credited') && line.includes(orderId))
  await expect.poll(reported).toHaveLength(1)
  const playerId = publicIds(attacked.deps.config, 'player').show(player.playerId)
  expect(JSON.parse(reported()[0] ?? '')).toMatchObject({ playerId, amountCents: 10_000 })
  for (const secret of [player.cpf, player.email, player.token]) expect(attacked.said()).not.toContain(secret)
})

test('after all of it the ledger holds, without a bug', async () => {
  expect(await verifyAll(attacked.deps.db)).toEqual([])
  expect(attacked.said()).not.toMatch(/"a bug"|"a fault"/)
  expect(attacked.said()).not.toContain(attacked.webhookSecret)
})

async function openHooks() {
  const rows = await attacked.deps.db<{ count: number }[]>`
    select count(*) as count from cashier_webhook where handled_at is null`
  return rows[0]?.count
}

async function untried() {
  const rows = await attacked.deps.db<{ count: number }[]>`
    select count(*) as count from cashier_webhook where handled_at is null and attempts = 0`
  return rows[0]?.count
}

async function sumOfPlayers() {
  const rows = await attacked.deps.db<{ cents: number }[]>`
    select sum(balance_cents)::bigint as cents from ledger_account where player_id > 0`
  return rows[0]?.cents
}
