import { afterAll, beforeAll, expect, test } from 'vitest'
import { lifetimeTurnover, readBalances } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import { policyOf } from '../../protection/index.ts'
import type { PlaceBet } from '../betting/bet-request.ts'
import { replayBet } from '../betting/read-bets.ts'
import { revokeFreeBets } from '../betting/free-bets.ts'
import { selectOpenFreeBets } from '../betting/promotion-queries.ts'
import { openSportsbook } from '../index.ts'
import { askingOf, fits, openApi } from '../testing/api.ts'
import {
  addMatch,
  nextRequest,
  openHarness,
  play,
  type Harness,
  codeOf,
  parlayFor,
  requestFor,
} from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
})
afterAll(() => harness.close())

type Gift = { kinds?: string[]; minPriceMilli?: number; endsAt?: Date }

const DAY_MS = 86_400_000
let gifts = 0

/** A player with R$ 5 and a free bet of R$ 10 at odds of 1.50 or more, by default. */
async function playerWithFreeBet(own: Gift = {}) {
  const playerId = await harness.newPlayer(500)
  return { playerId, freeBetId: await giveTo(playerId, own) }
}

async function giveTo(playerId: number, own: Gift = {}): Promise<string> {
  const id = String((gifts += 1)).padStart(32, '0')
  const { kinds = ['single', 'parlay'], minPriceMilli = 1500, endsAt = new Date(Date.now() + DAY_MS) } = own
  await harness.deps.db`
    insert into sportsbook_free_bet (id, request_id, player_id, stake_cents, min_price_milli, kinds, ends_at, policy_version)
    values (${id}, ${`gift-${id}`}, ${playerId}, 1000, ${minPriceMilli}, ${JSON.stringify(kinds)}::text::jsonb, ${endsAt}, 'spec')`
  return id
}

const place = (request: PlaceBet) => harness.sportsbook.placeBet(request)
const settleAs = async (key: string, ...result: [Parameters<typeof play>[1], number, number]) => {
  await harness.receive([play(key, ...result)])
  await harness.sportsbook.settle()
}
const balances = async (playerId: number) => {
  const { cashCents, bonusCents } = present(
    (await readBalances(harness.deps.db, [playerId])).get(playerId),
    'balances',
  )
  return { cashCents, bonusCents }
}
const left = async (playerId: number) => (await selectOpenFreeBets(harness.deps.db, playerId)).length

test('a free bet debits no money and returns only its profit, as a bonus to be wagered', async () => {
  const { outcomes, key } = await addMatch(harness)
  const { playerId, freeBetId } = await playerWithFreeBet()
  const request = { ...requestFor(playerId, outcomes['draw'], { priceMilli: 3000 }), freeBetId }
  const placed = await place(request)
  expect(placed).toMatchObject({
    value: { isFree: true, stakeCents: 1000, potentialReturnCents: 2000, status: 'open' },
  })
  expect(await place(request)).toEqual(placed)
  expect(codeOf(await place({ ...request, freeBetId: undefined }))).toBe('request_mismatch')
  expect(await balances(playerId)).toEqual({ cashCents: 500, bonusCents: 0 })
  expect(await harness.verify()).toEqual([])
  await settleAs(key, -1, 1, 1)
  expect(await balances(playerId)).toEqual({ cashCents: 500, bonusCents: 2000 })
  const { db } = harness.deps
  expect(
    await db`
    select source, bonus_grant_cents as grant, bonus_cents as bonus from wagering_requirement
     where player_id = ${playerId}`,
  ).toEqual([{ source: 'free_bet', grant: 2000, bonus: 4000 }])
  expect(await lifetimeTurnover(db, [playerId])).toEqual(
    new Map([[playerId, expect.objectContaining({ wageredCents: 0, contributedE4: 0 })]]),
  )
  const betId = placed.ok ? Number(placed.value.betId) : 0
  expect(await replayBet(harness.deps, betId)).toMatchObject({ holds: true })
  expect(await harness.verify()).toEqual([])
})

test('a free bet is used once, however many bets request it at once', async () => {
  const { outcomes } = await addMatch(harness)
  const { playerId, freeBetId } = await playerWithFreeBet()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => place({ ...requestFor(playerId, outcomes['home']), freeBetId })),
  )
  expect(answers.map(codeOf).sort()).toEqual([...Array.from({ length: 19 }, () => 'free_bet_over'), 'placed'])
  expect(await left(playerId)).toBe(0)
  expect(await harness.cash(playerId)).toBe(500)
})

test('a free bet covers bets of its stake, kinds and odds, of its player, until it expires', async () => {
  const [one, other] = [await addMatch(harness), await addMatch(harness)]
  const { playerId, freeBetId } = await playerWithFreeBet({ kinds: ['parlay'], minPriceMilli: 4500 })
  const ids = [one.outcomes['home'], other.outcomes['home']]
  const single = { ...requestFor(playerId, one.outcomes['away'], { priceMilli: 4000 }), freeBetId }
  const parlay = { ...parlayFor(playerId, ids), freeBetId }
  expect(codeOf(await place(single))).toBe('free_bet_kind')
  expect(codeOf(await place({ ...parlay, folds: [1, 2], unitStakeCents: 1000 }))).toBe('free_bet_kind')
  expect(codeOf(await place({ ...parlay, unitStakeCents: 500 }))).toBe('free_bet_kind')
  expect(codeOf(await place(parlay))).toBe('free_bet_price')
  const stranger = await harness.newPlayer(1)
  expect(codeOf(await place({ ...parlay, playerId: stranger }))).toBe('not_found')
  const late = await giveTo(playerId, { endsAt: new Date(0) })
  expect(codeOf(await place({ ...parlay, freeBetId: late }))).toBe('free_bet_over')
  const ban = openSportsbook(harness.deps, { policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) })
  expect(codeOf(await ban.placeBet(parlay))).toBe('blocked_by_policy')
  const draw = { ...parlayFor(playerId, [one.outcomes['draw'], other.outcomes['home']]), freeBetId }
  expect(codeOf(await place(draw))).toBe('placed')
})

/** Over two goals at 2.00: exactly two refund the stake. */
const onTheLine = async () => {
  const outcomes = ['over', 'under'].map((code) => ({ code, priceMilli: 2000 }))
  const offer = { type: 'football.total', period: 'full', lineQuarters: 8, side: null, outcomes } as const
  const match = await addMatch(harness, 3_600_000, [{ ...offer, outcomes }])
  return { key: match.key, over: match.outcomes['over:8'] }
}

test('a void bet returns its free bet, and a corrected result reverses its payment', async () => {
  const { over, key } = await onTheLine()
  const { playerId, freeBetId } = await playerWithFreeBet()
  expect(codeOf(await place({ ...requestFor(playerId, over), freeBetId }))).toBe('placed')
  await settleAs(key, -1, 1, 1)
  expect(await left(playerId)).toBe(1)
  expect(await balances(playerId)).toEqual({ cashCents: 500, bonusCents: 0 })
  await settleAs(key, -1, 2, 1)
  expect(await left(playerId)).toBe(0)
  expect(await balances(playerId)).toEqual({ cashCents: 500, bonusCents: 1000 })
  await settleAs(key, -1, 0, 1)
  expect(await balances(playerId)).toEqual({ cashCents: 500, bonusCents: 0 })
  await settleAs(key, -1, 2, 2)
  expect(await balances(playerId)).toEqual({ cashCents: 500, bonusCents: 1000 })
  expect(await harness.verify()).toEqual([])
})

test('a void bet whose free bet another one has used stays void when its result is corrected', async () => {
  const [one, other] = [await onTheLine(), await addMatch(harness)]
  const { playerId, freeBetId } = await playerWithFreeBet()
  await place({ ...requestFor(playerId, one.over), freeBetId })
  await settleAs(one.key, -1, 1, 1)
  expect(codeOf(await place({ ...requestFor(playerId, other.outcomes['home']), freeBetId }))).toBe('placed')
  await settleAs(one.key, -1, 2, 1)
  expect(await balances(playerId)).toEqual({ cashCents: 500, bonusCents: 0 })
  await settleAs(other.key, -1, 1, 0)
  expect(await balances(playerId)).toEqual({ cashCents: 500, bonusCents: 1000 })
  expect(await harness.verify()).toEqual([])
})

test('a void bet whose free bet was revoked stays void when its result is corrected', async () => {
  const { over, key } = await onTheLine()
  const { playerId, freeBetId } = await playerWithFreeBet()
  const gone = await playerWithFreeBet()
  await place({ ...requestFor(playerId, over), freeBetId })
  await place({ ...requestFor(gone.playerId, over), freeBetId: gone.freeBetId })
  await settleAs(key, -1, 1, 1)
  expect((await harness.deps.db.begin((tx) => revokeFreeBets(tx, [gone]))).size).toBe(1)
  await settleAs(key, -1, 2, 1)
  expect(await harness.deps.metrics.text()).not.toMatch(/sportsbook_unsettled_total [1-9]/)
  expect(await balances(gone.playerId)).toEqual({ cashCents: 500, bonusCents: 0 })
  expect(await balances(playerId)).toEqual({ cashCents: 500, bonusCents: 1000 })
  expect(await harness.verify()).toEqual([])
})

test('free bets are listed to their player and used over the wire; they have no cash-out', async () => {
  const app = await openApi(harness)
  const { outcomes } = await addMatch(harness)
  const { playerId, freeBetId } = await playerWithFreeBet()
  const { read, post } = askingOf(() => app)
  const list = await read('/api/app/sportsbook/freeBets', String(playerId))
  expect(list.data).toMatchObject([{ freeBetId, stakeCents: 1000, minPriceMilli: 1500, wageredTimes: 2 }])
  expect(fits('GET /api/app/sportsbook/freeBets', list.data)).toBeUndefined()
  const ticket = {
    requestId: nextRequest(),
    unitStakeCents: 1000,
    legs: [{ outcomeId: String(outcomes['home']), priceMilli: 2000 }],
    accept: 'exact',
    freeBetId,
  }
  const { data } = await post('/api/app/sportsbook/betPlay', ticket, String(playerId))
  expect(data).toMatchObject({ isFree: true, potentialReturnCents: 1000 })
  const offers = await read(`/api/app/sportsbook/cashOuts?betIds=${String(data['betId'])}`, String(playerId))
  expect(offers.data).toEqual({ offers: [], levels: [] })
  const lost = await read('/api/app/sportsbook/bets?status=open', String(playerId))
  expect(lost.data).toMatchObject({ bets: [{ betId: data['betId'] }] })
  await app.close()
})
