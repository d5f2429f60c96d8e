import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { present } from '../../platform/errors.ts'
import { policyOf } from '../../protection/index.ts'
import {
  addMatch,
  addPricedMatch,
  codeOf,
  type Harness,
  offersAt,
  openHarness,
  play,
  requestFor,
} from '../testing/harness.ts'
import { selectReferral, selectReferrals } from './bet-referral-queries.ts'
import { refuseReferral } from './bet-referrals.ts'
import type { PlaceBet } from './bet-request.ts'
import { sportsbookSettings } from '../settings.ts'
import { findBuilder } from './builders.ts'
import { setStakeFactor } from './stake-factors.ts'
import { cancelBet, readRequest } from './waiting-bets.ts'

/** The book accepts a loss of R$ 100 by itself, a trader one of R$ 1,000. */
const MAX_LOSS = { beforeStart: 10_000, inPlay: 10_000 }
const OPERATOR = 7

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({
    maxLossCents: MAX_LOSS,
    betReferrals: { maxLossCents: 100_000, seconds: 120 },
  })
})
afterAll(() => harness.close())

/** A bet of R$ 500 at 2.00, whose player has R$ 600. */
async function askedBet(over: Partial<PlaceBet> = {}) {
  const match = await addMatch(harness)
  const playerId = await harness.newPlayer(60_000)
  const request = {
    ...requestFor(playerId, match.outcomes['home'], { stakeCents: 50_000 }),
    ...over,
  }
  return { ...match, playerId, request }
}

const refer = (request: PlaceBet) => harness.sportsbook.referrals.refer(request)

const idOf = async ({ playerId, requestId }: PlaceBet): Promise<number> =>
  (await selectReferral(harness.deps.db, playerId, requestId))[0]?.id ?? 0

const accept = async (request: PlaceBet, operatorId = OPERATOR) => {
  const id = await idOf(request)
  return harness.sportsbook.referrals.accept({ id, operatorId }, (work) => harness.deps.db.begin(work))
}

const statusOf = async ({ playerId, requestId }: PlaceBet) =>
  readRequest(harness.deps.db, playerId, requestId)

test('an accepted referral is placed as asked, once, and only then debited', async () => {
  const { playerId, request } = await askedBet()
  const refused = await harness.sportsbook.placeBet(request)
  expect(refused).toMatchObject({
    refusal: { code: 'stake_above_max', detail: { maxStakeCents: 10_000, referSeconds: 120 } },
  })
  const asked = await refer(request)
  expect(asked).toMatchObject({ ok: true, value: { bet: null } })
  expect(await refer(request)).toEqual(asked)
  expect(codeOf(await refer({ ...request, unitStakeCents: 50_001 }))).toBe('request_mismatch')
  expect(await harness.cash(playerId)).toBe(60_000)
  expect(await statusOf(request)).toMatchObject({ status: 'waiting', isReferred: true })
  const [listed] = await selectReferrals(harness.deps.db, {
    beforeId: Number.MAX_SAFE_INTEGER,
    max: 1,
    status: 'waiting',
  })
  expect(listed).toMatchObject({
    playerId,
    stakeCents: 50_000,
    potentialReturnCents: 100_000,
    maxStakeCents: 10_000,
    legs: [{ type: 'football.1x2', code: 'home', priceMilli: 2000, nowMilli: 2000 }],
  })

  expect(await accept(request)).toMatchObject({ ok: true, value: { status: 'accepted', playerId } })
  expect(await harness.cash(playerId)).toBe(10_000)
  expect(await statusOf(request)).toMatchObject({ status: 'placed', bet: { stakeCents: 50_000 } })
  expect(codeOf(await accept(request))).toBe('referral_over')
  // The request itself is answered with its bet from now on.
  expect(codeOf(await harness.sportsbook.placeBet(request))).toBe('placed')
  expect(await harness.cash(playerId)).toBe(10_000)
  expect(await harness.verify()).toEqual([])
})

test('200 acceptances at once place one bet', async () => {
  const { playerId, request } = await askedBet()
  await refer(request)
  const answers = await Promise.all(Array.from({ length: 200 }, (_none, at) => accept(request, at + 1)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await harness.cash(playerId)).toBe(10_000)
  expect(await harness.verify()).toEqual([])
})

test('a refused, a cancelled and an expired referral place nothing, and cannot be decided again', async () => {
  const refused = (await askedBet()).request
  await refer(refused)
  const reason = 'too much on one match'
  const say = async (request: PlaceBet) => {
    const id = await idOf(request)
    return harness.deps.db.begin((tx) => refuseReferral(tx, { id, operatorId: OPERATOR, reason }))
  }
  expect(await say(refused)).toMatchObject({ ok: true })
  expect(await statusOf(refused)).toEqual({ status: 'refused', refusal: { code: 'bet_not_accepted' } })

  const cancelled = (await askedBet()).request
  await refer(cancelled)
  expect(await cancelBet(harness.deps.db, cancelled)).toMatchObject({ ok: true })
  expect(await cancelBet(harness.deps.db, cancelled)).toMatchObject({ ok: true })
  expect(await statusOf(cancelled)).toEqual({ status: 'cancelled' })

  const late = (await askedBet()).request
  await refer(late)
  await ownerOf(harness.deps.db)`
    update sportsbook_bet_referral set asked_at = now() - interval '1 hour', until = now()
     where request_id = ${late.requestId}`
  expect(await statusOf(late)).toEqual({ status: 'refused', refusal: { code: 'bet_not_answered' } })
  expect(await cancelBet(harness.deps.db, late)).toMatchObject({ refusal: { code: 'bet_not_waiting' } })

  for (const request of [refused, cancelled, late]) {
    expect(codeOf(await accept(request))).toBe('referral_over')
    expect(codeOf(await say(request))).toBe('referral_over')
    expect(await harness.cash(request.playerId)).toBe(60_000)
  }
})

test('an acceptance decides by the prices, states and money of its moment', async () => {
  const moved = await askedBet()
  await refer(moved.request)
  await harness.receive([{ kind: 'odds', key: moved.key, offers: offersAt(1900) }])
  expect(await accept(moved.request)).toMatchObject({
    value: { status: 'failed', refusal: { code: 'price_changed' } },
  })
  expect(await statusOf(moved.request)).toMatchObject({
    status: 'refused',
    refusal: { code: 'price_changed', values: { price: '1.90' } },
  })

  const spent = await askedBet()
  await refer(spent.request)
  const other = requestFor(spent.playerId, (await addMatch(harness)).outcomes['home'], { stakeCents: 10_000 })
  await harness.sportsbook.placeBet(other)
  await harness.sportsbook.placeBet({ ...other, requestId: `${other.requestId}-again` })
  expect(await accept(spent.request)).toMatchObject({
    value: { status: 'failed', refusal: { code: 'insufficient_funds' } },
  })

  const begun = await askedBet()
  await refer(begun.request)
  await harness.receive([play(begun.key, 1, 0, 0)])
  expect(await accept(begun.request)).toMatchObject({ value: { refusal: { code: 'market_closed' } } })
  expect(await harness.verify()).toEqual([])
})

test('a trader may accept what a stake factor bounds', async () => {
  const { playerId, request } = await askedBet({ unitStakeCents: 5_000 })
  const policy = policyOf(harness.deps.config)
  await harness.deps.db.begin((tx) => setStakeFactor(tx, policy, { playerId, factorBps: 100 }))
  expect(codeOf(await harness.sportsbook.placeBet(request))).toBe('stake_above_max')
  await refer(request)
  expect(await accept(request)).toMatchObject({ value: { status: 'accepted' } })
  expect(await harness.cash(playerId)).toBe(55_000)
})

test('at most three wait for a player, who must have the money', async () => {
  const { playerId, request } = await askedBet()
  for (const at of [1, 2, 3]) {
    const again = { ...request, requestId: `${request.requestId}-${at}` }
    expect(await refer(again)).toMatchObject({ ok: true })
  }
  expect(codeOf(await refer(request))).toBe('too_many_waiting')
  const poor = await harness.newPlayer(49_999)
  expect(codeOf(await refer({ ...request, playerId: poor }))).toBe('insufficient_funds')
  expect(await harness.cash(playerId)).toBe(60_000)
})

test('what the book accepts by itself is placed at once', async () => {
  const { playerId, request } = await askedBet({ unitStakeCents: 10_000 })
  expect(await refer(request)).toMatchObject({
    ok: true,
    value: { until: null, bet: { stakeCents: 10_000 } },
  })
  expect(await harness.cash(playerId)).toBe(50_000)
})

test('no trader is asked above the traders’ own limit, in play, for a bet builder, or while referrals are off', async () => {
  const rich = await harness.newPlayer(1_000_000)
  const notReferred = async (request: PlaceBet, book = harness) => {
    const answer = await book.sportsbook.referrals.refer(request)
    expect(codeOf(answer)).toBe('stake_above_max')
    expect(await selectReferral(book.deps.db, request.playerId, request.requestId)).toEqual([])
  }
  const { request } = await askedBet({ playerId: rich, unitStakeCents: 100_001 })
  await notReferred(request)

  const live = await askedBet({ playerId: rich })
  await harness.receive([play(live.key, 1, 0, 0), { kind: 'odds', key: live.key, offers: offersAt(2000) }])
  await notReferred(live.request)

  const { outcomes } = await addPricedMatch(harness)
  const outcomeIds = [outcomes['1x2 home'], outcomes['total over 2.5']].map((id) => present(id, 'an outcome'))
  const built = await findBuilder(harness.deps.db, sportsbookSettings, { playerId: rich, outcomeIds })
  if (!built.ok) throw new Error(built.refusal.code)
  const builder = { ...requestFor(rich, built.value, { stakeCents: 20_000 }), accept: 'any' as const }
  await notReferred({ ...builder, legs: builder.legs.map((leg) => ({ ...leg, selections: outcomeIds })) })

  const off = await openHarness({ maxLossCents: MAX_LOSS })
  const match = await addMatch(off)
  await notReferred(
    requestFor(await off.newPlayer(60_000), match.outcomes['home'], { stakeCents: 50_000 }),
    off,
  )
  await off.close()
})
