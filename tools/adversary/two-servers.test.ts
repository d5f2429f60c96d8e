import { afterAll, beforeAll, expect, test } from 'vitest'
import { suspendAccounts } from '../../apps/server/src/protection/index.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import {
  type AttackingPlayer,
  centsOf,
  type Offer,
  openOffers,
  openPlayers,
  passwordGiven,
} from './players.ts'
import { type Answered, type Asked, insist } from './request.ts'

const TIMES = 100
const DICE = '/api/app/games/dice/betPlay'
const BET = '/api/app/sportsbook/betPlay'
const LOSING = { direction: 'over', targetHundredths: 9_998 }

let attacked: AttackedApp
let urls: string[]
let offers: Offer[]
beforeAll(async () => {
  attacked = await openAttackedApp()
  urls = [attacked.url, await attacked.openBeside()]
  offers = await openOffers(attacked.url)
})
afterAll(() => attacked.close())

/** Concurrent requests, every second one at the other server. */
const atBoth = (asked: (at: number) => Asked, times = TIMES): Promise<Answered[]> =>
  Promise.all(Array.from({ length: times }, (_none, at) => insist(urls[at % 2] ?? '', asked(at))))
const oks = (answers: readonly Answered[]) => answers.filter(({ http }) => http === 200)
const codes = (answers: readonly Answered[]) => [
  ...new Set(answers.map(({ http, data }) => data['code'] ?? http)),
]
const requestId = () => attacked.deps.random.hex(16)

async function playerWith(cents: number): Promise<AttackingPlayer> {
  const [player] = await openPlayers(attacked.deps, [{ cents }])
  if (!player) throw new Error('a player opens')
  return player
}
const openBet = async (token: string) => {
  const body = { requestId: requestId(), unitStakeCents: 1_000, ...offers[0] }
  return (await insist(attacked.url, { path: BET, token, body })).data['betId']
}

test('one request at two servers is one bet, and another body under its id is refused at both', async () => {
  const { playerId, token } = await playerWith(5_000)
  const id = requestId()
  const answers = await atBoth((at) => ({
    path: BET,
    token,
    body: { requestId: id, unitStakeCents: at < TIMES / 2 ? 100 : 200, ...offers[0] },
  }))
  const bets = oks(answers)
  expect(bets).toHaveLength(TIMES / 2)
  expect(new Set(bets.map(({ data }) => data['betId'])).size).toBe(1)
  expect(codes(answers.filter(({ http }) => http !== 200))).toEqual(['request_mismatch'])
  expect(await centsOf(attacked.deps, playerId)).toBe(5_000 - Number(bets[0]?.data['stakeCents']))
})

test('stakes on games and sports at two servers never debit more than the balance', async () => {
  const { playerId, token } = await playerWith(1_750)
  const answers = await atBoth((at) =>
    at % 4 < 2
      ? { path: DICE, token, body: { requestId: requestId(), stakeCents: 100, ...LOSING } }
      : {
          path: BET,
          token,
          body: { requestId: requestId(), unitStakeCents: 100, ...offers[at % offers.length] },
        },
  )
  const left = await centsOf(attacked.deps, playerId)
  expect(left).toBeGreaterThanOrEqual(0)
  const wonCents = oks(answers)
    .map(({ data }) => data['round'] as { payoutCents: number } | undefined)
    .reduce((sum, round) => sum + (round?.payoutCents ?? 0), 0)
  expect(left).toBe(1_750 + wonCents - 100 * oks(answers).length)
})

test('a bet is cashed out once, whatever is requested at two servers, in parts and whole', async () => {
  const { playerId, token } = await playerWith(1_000)
  const betId = await openBet(token)
  const asked = await insist(attacked.url, {
    path: `/api/app/sportsbook/cashOuts?betIds=${String(betId)}`,
    token,
  })
  const [offer] = asked.data['offers'] as { quoteId: string; offerCents: number }[]
  const parts = [undefined, 500, 300] as const
  const answers = await atBoth((at) => ({
    path: '/api/app/sportsbook/cashOut',
    token,
    body: { requestId: requestId(), quoteId: offer?.quoteId, unitStakeCents: parts[at % 3], minShareBps: 0 },
  }))
  expect(oks(answers).length).toBeGreaterThan(0)
  const left = await centsOf(attacked.deps, playerId)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(offer?.offerCents ?? 0)
  expect(left).toBe(oks(answers).reduce((sum, { data }) => sum + Number(data['paidCents']), 0))
})

test('withdrawals at two servers pay out no more than the balance, and one id is one withdrawal', async () => {
  const player = await playerWith(17_000)
  await passwordGiven(attacked.deps, player)
  const id = requestId()
  const { cpf } = player
  const body = { payCardBank: 'CPF', payCardNo: cpf, ifsc: cpf, name: 'Ana', amount: 50, whatsapp: '' }
  const answers = await atBoth(
    (at) => ({
      path: '/api/app/order/withdraw',
      token: player.token,
      body: { ...body, requestId: at % 4 < 2 ? id : requestId() },
    }),
    40,
  )
  const orders = new Set(oks(answers).map(({ data }) => data['orderId']))
  const [held] = await attacked.deps.db<{ cents: number; rows: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents, count(*)::int as rows
      from cashier_withdrawal where player_id = ${player.playerId}`
  expect(held).toEqual({ cents: orders.size * 5_000, rows: orders.size })
  expect(orders.size).toBeGreaterThan(0)
  expect(orders.size).toBeLessThanOrEqual(3)
})

test('after an exclusion answered by one server the other accepts no stake', async () => {
  const { playerId, token } = await playerWith(20_000)
  const bet = (at: number): Asked => ({
    path: BET,
    token,
    body: { requestId: requestId(), unitStakeCents: 100, ...offers[at % offers.length] },
  })
  const first = await insist(urls[0] ?? '', bet(0))
  expect(oks([first])).toHaveLength(1)
  const before = atBoth(bet, 60)
  const path = '/api/app/protection/exclusion'
  const excluded = await Promise.all(
    Array.from({ length: 40 }, (_none, at) =>
      insist(urls[at % 2] ?? '', { path, token, body: { length: '3m' } }),
    ),
  )
  expect(codes(excluded)).toEqual([200])
  expect(codes(await atBoth(bet, 20))).toEqual(['self_excluded'])
  expect(await centsOf(attacked.deps, playerId)).toBe(20_000 - 100 * (1 + oks(await before).length))
  const [kept] = await attacked.deps.db<{ rows: number }[]>`
    select count(*)::int as rows from protection_break where player_id = ${playerId}`
  expect(kept?.rows).toBeLessThanOrEqual(3)
})

test('S47: after a suspension is answered neither server accepts a stake or a withdrawal; what came first stays', async () => {
  const player = await playerWith(20_000)
  const { playerId, token, cpf } = player
  await passwordGiven(attacked.deps, player)
  const stake = (at: number): Asked =>
    at % 4 < 2
      ? { path: DICE, token, body: { requestId: requestId(), stakeCents: 100, ...LOSING } }
      : {
          path: BET,
          token,
          body: { requestId: requestId(), unitStakeCents: 100, ...offers[at % offers.length] },
        }
  const first = await insist(urls[0] ?? '', stake(0))
  const before = atBoth(stake, 60)
  // Of operators who all suspend it at once, one does.
  const decided = await Promise.all(
    Array.from({ length: 20 }, (_none, at) =>
      attacked.deps.db.begin((tx) =>
        suspendAccounts(tx, [{ playerId, operatorId: at + 1, reason: 'bets on a match of the own club' }]),
      ),
    ),
  )
  const answers = decided.flat().map((answer) => (answer.ok ? 'suspended' : answer.refusal.code))
  expect(answers.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'already_suspended'), 'suspended'])
  expect(codes(await atBoth(stake, 20))).toEqual(['account_suspended'])
  const body = { payCardBank: 'CPF', payCardNo: cpf, ifsc: cpf, name: 'Ana', amount: 50, whatsapp: '' }
  const withdraw = () => ({
    path: '/api/app/order/withdraw',
    token,
    body: { ...body, requestId: requestId() },
  })
  expect(codes(await atBoth(withdraw, 6))).toEqual(['account_suspended'])
  const accepted = [...oks([first]), ...oks(await before)]
  expect(accepted.length).toBeGreaterThan(0)
  const wonCents = accepted
    .map(({ data }) => data['round'] as { payoutCents: number } | undefined)
    .reduce((sum, round) => sum + (round?.payoutCents ?? 0), 0)
  expect(await centsOf(attacked.deps, playerId)).toBe(20_000 + wonCents - 100 * accepted.length)
})

test('after all of it the ledger holds, without a bug', async () => {
  expect(await verifyAll(attacked.deps.db)).toEqual([])
  expect(attacked.said()).not.toMatch(/"a bug"|"a fault"|deadlock/)
})
