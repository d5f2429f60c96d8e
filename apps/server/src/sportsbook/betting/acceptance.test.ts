import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { present } from '../../platform/errors.ts'
import { sportsbookSettings } from '../settings.ts'
import {
  addMatch,
  addPricedMatch,
  nextRequest,
  offersAt,
  openHarness,
  play,
  type Harness,
  requestFor as bet,
  codeOf,
  offerIn,
  parlayFor,
} from '../testing/harness.ts'
import { openSportsbook } from '../index.ts'
import { policyOf } from '../../protection/index.ts'
import { upsertLateFlags, readReviewFlags } from '../risk/review-flag-queries.ts'
import { findBuilder } from './builders.ts'
import { cancelBet, readRequest } from './waiting-bets.ts'
import { replayBet } from './read-bets.ts'
import { setStakeFactor } from './stake-factors.ts'
import { insertWaiting } from './waiting-queries.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 1500, cancelShareBps: 10_000 })
})
afterAll(() => harness.close())

describe('the maximum stake', () => {
  test('is accepted to the cent, and a unit more is not', async () => {
    const [one, other] = [await addMatch(harness), await addMatch(harness)]
    const playerId = await harness.newPlayer(100_000_000)
    const ask = parlayFor(playerId, [one.outcomes['home'], other.outcomes['away']], { folds: [1, 2] })
    const most = await harness.sportsbook.maxStake(ask)
    if (!most.ok) throw new Error(most.refusal.code)
    const unitStakeCents = most.value.maxStakeCents / 3
    const above = await harness.sportsbook.placeBet({ ...ask, unitStakeCents: unitStakeCents + 1 })
    expect(codeOf(above)).toBe('stake_above_max')
    const within = await harness.sportsbook.placeBet({
      ...ask,
      requestId: nextRequest(),
      unitStakeCents,
    })
    expect(codeOf(within)).toBe('placed')
  })

  test('of legs that cannot be in one bet does not exist', async () => {
    const { outcomes } = await addMatch(harness)
    const both = parlayFor(await harness.newPlayer(1000), [outcomes['home'], outcomes['over']])
    expect(await harness.sportsbook.maxStake(both)).toMatchObject({
      ok: false,
      refusal: { code: 'legs_related', detail: { outcomeId: String(outcomes['over']) } },
    })
  })

  test('respects the limits of match, competition, sport and book too', async () => {
    const all = sportsbookSettings.maxScenarioCents
    const careful = await openHarness({ maxScenarioCents: { ...all, match: 10_000 } })
    const { outcomes } = await addMatch(careful)
    const ask = bet(await careful.newPlayer(100_000), outcomes['home'], { stakeCents: 5001 })
    expect(codeOf(await careful.sportsbook.placeBet(ask))).toBe('stake_above_max')
    expect(await careful.sportsbook.maxStake(ask)).toMatchObject({ ok: true, value: { maxStakeCents: 5000 } })
    const tight = { beforeStart: 4000, inPlay: 4000 }
    const riskLimits = [
      { sport: 'football' as const, marketType: 'football.1x2', maxLossCents: tight },
      { sport: 'tennis' as const, maxLossCents: { beforeStart: 1, inPlay: 1 } },
    ]
    const policy = policyOf(careful.deps.config)
    const limited = openSportsbook(careful.deps, { policy, settings: { riskLimits } })
    expect(await limited.maxStake(ask)).toMatchObject({ ok: true, value: { maxStakeCents: 4000 } })
    // Headroom used by one market since the scenarios were computed is no longer available to another.
    const over = bet(await careful.newPlayer(100_000), outcomes['over'], {
      stakeCents: 3000,
      priceMilli: 1900,
    })
    const placed = await Promise.all([
      careful.sportsbook.placeBet({ ...ask, requestId: nextRequest(), unitStakeCents: 5000 }),
      careful.sportsbook.placeBet(over),
    ])
    // Whichever came first; the other finds no headroom, in the same list or asked again.
    expect(placed.map(codeOf).toSorted()).toEqual(['placed', 'stake_above_max'])
    const left = placed[0]?.ok ? over : { ...ask, unitStakeCents: 5000 }
    expect(codeOf(await careful.sportsbook.placeBet({ ...left, requestId: nextRequest() }))).toBe(
      'stake_above_max',
    )
    await careful.close()
  })
})

describe('a counter-offer', () => {
  test('names the lower accepted stake, and can be accepted once', async () => {
    const { outcomes } = await addMatch(harness)
    const playerId = await harness.newPlayer(100_000_000)
    const ask = bet(playerId, outcomes['home'], { stakeCents: 90_000_000 })
    const { offerId, requestId, unitStakeCents } = offerIn(await harness.sportsbook.placeBet(ask))
    const withOffer = { ...ask, requestId, unitStakeCents, offerId }
    const placed = await harness.sportsbook.placeBet(withOffer)
    expect(placed).toMatchObject({ ok: true, value: { stakeCents: unitStakeCents } })
    expect(await harness.sportsbook.placeBet(withOffer)).toEqual(placed)
    const second = await harness.sportsbook.placeBet({ ...withOffer, requestId: nextRequest() })
    expect(codeOf(second)).toBe('not_found')
  })

  test('holds its price though it moved again, for this player and this bet only', async () => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await harness.newPlayer(5000)
    const other = await harness.newPlayer(5000)
    await harness.receive([{ kind: 'odds', key, offers: offersAt(1900) }])
    const refused = await harness.sportsbook.placeBet(bet(playerId, outcomes['home']))
    expect(codeOf(refused)).toBe('price_changed')
    const { offerId, requestId } = offerIn(refused)
    await harness.receive([{ kind: 'odds', key, offers: offersAt(1800) }])
    const withOffer = { ...bet(playerId, outcomes['home'], { priceMilli: 1900, requestId }), offerId }
    const foreign = await harness.sportsbook.placeBet({ ...withOffer, playerId: other })
    const dearer = await harness.sportsbook.placeBet({ ...withOffer, unitStakeCents: 2000 })
    expect([codeOf(foreign), codeOf(dearer)]).toEqual(['not_found', 'not_found'])
    const pickier = withOffer.legs.map((leg) => ({ ...leg, minPriceMilli: 1901 }))
    const renewed = await harness.sportsbook.placeBet({ ...withOffer, legs: pickier })
    expect(codeOf(renewed)).toBe('price_changed')
    expect(renewed).not.toHaveProperty('refusal.detail.offer')
    for (const gift of ['priceBoostId', 'freeBetId']) {
      const given = { ...withOffer, [gift]: 'a'.repeat(32) }
      expect(codeOf(await harness.sportsbook.placeBet(given))).toBe('not_found')
    }
    expect(await harness.sportsbook.placeBet(withOffer)).toMatchObject({
      ok: true,
      value: { legs: [{ priceMilli: 1900 }], potentialReturnCents: 1900 },
    })
  })

  test('a price that was never offered is refused without a counter-offer', async () => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await harness.newPlayer(5000)
    const ask = (priceMilli: number) =>
      harness.sportsbook.placeBet(bet(playerId, outcomes['home'], { priceMilli }))
    const plain = (priceMilli: number) => ({
      code: 'price_changed',
      detail: { outcomeId: String(outcomes['home']), priceMilli },
    })
    expect(await ask(3000)).toMatchObject({ ok: false, refusal: plain(2000) })
    expect(await ask(3000)).not.toHaveProperty('refusal.detail.offer')
    await harness.receive([{ kind: 'odds', key, offers: offersAt(1900) }])
    expect(await ask(3000)).not.toHaveProperty('refusal.detail.offer')
    expect(await ask(2000)).toHaveProperty('refusal.detail.offer')
    // A price replaced a minute ago is no longer on anybody's screen.
    const other = await harness.newPlayer(5000)
    await ownerOf(harness.deps.db)`
      update sportsbook_outcome set moved_at = now() - interval '61 seconds' where id = ${outcomes['home'] ?? 0}`
    const late = await harness.sportsbook.placeBet(bet(other, outcomes['home']))
    expect(late).toMatchObject({ ok: false, refusal: plain(1900) })
    expect(late).not.toHaveProperty('refusal.detail.offer')
  })

  test('is held for one player once, and again after it was accepted or its pause is over', async () => {
    const [one, still] = [await addMatch(harness), await addMatch(harness)]
    const playerId = await harness.newPlayer(100_000)
    const legs = [one.outcomes['home'], still.outcomes['away']]
    await harness.receive([{ kind: 'odds', key: one.key, offers: offersAt(1900) }])
    const ask = (of: number) => harness.sportsbook.placeBet(bet(of, legs[0]))
    const hasOffer = (answer: object) => JSON.stringify(answer).includes('offerId')
    const asked = await Promise.all([ask(playerId), ask(playerId), ask(playerId)])
    expect(asked.map(codeOf)).toEqual(['price_changed', 'price_changed', 'price_changed'])
    expect(asked.filter(hasOffer)).toHaveLength(1)
    const { offerId, requestId } = offerIn(present(asked.find(hasOffer), 'an offer'))
    // Nor through another stake, or a parlay.
    const parlay = parlayFor(playerId, legs, { accept: 'exact' })
    const dear = bet(playerId, legs[0], { stakeCents: 90_000_000, priceMilli: 1900 })
    expect(hasOffer(await harness.sportsbook.placeBet(parlay))).toBe(false)
    expect(hasOffer(await harness.sportsbook.placeBet(dear))).toBe(false)
    expect(hasOffer(await ask(await harness.newPlayer(5000)))).toBe(true)
    const withOffer = { ...bet(playerId, legs[0], { priceMilli: 1900, requestId }), offerId }
    expect(codeOf(await harness.sportsbook.placeBet(withOffer))).toBe('placed')
    expect(hasOffer(await ask(playerId))).toBe(true)
    expect(hasOffer(await ask(playerId))).toBe(false)
    await ownerOf(harness.deps.db)`
      update sportsbook_bet_offer set paused_until = now() where player_id = ${playerId}`
    expect(hasOffer(await ask(playerId))).toBe(true)
  })

  test('expires after its seconds', async () => {
    const brief = await openHarness({ offerSeconds: 0 })
    const { outcomes, key } = await addMatch(brief)
    const playerId = await brief.newPlayer(5000)
    await brief.receive([{ kind: 'odds', key, offers: offersAt(1900) }])
    const before = bet(playerId, outcomes['home'])
    const { offerId, requestId } = offerIn(await brief.sportsbook.placeBet(before))
    const late = await brief.sportsbook.placeBet({
      ...bet(playerId, outcomes['home'], { priceMilli: 1900, requestId }),
      offerId,
    })
    expect(codeOf(late)).toBe('offer_expired')
    await brief.close()
  })
})

describe('a bet in play', () => {
  test('waits, can be queried meanwhile, and is then a bet', async () => {
    const { outcomes, key } = await addMatch(harness)
    await harness.receive([play(key, 1, 0, 0)])
    await harness.deps.db`update sportsbook_feed set alive_at = now()`
    const playerId = await harness.newPlayer(5000)
    const request = bet(playerId, outcomes['home'])
    expect(await readRequest(harness.deps.db, playerId, request.requestId)).toEqual({ status: 'unknown' })
    const answer = harness.sportsbook.placeBet(request)
    await expect
      .poll(async () => (await readRequest(harness.deps.db, playerId, request.requestId)).status)
      .toBe('waiting')
    expect(codeOf(await answer)).toBe('placed')
    expect(await readRequest(harness.deps.db, playerId, request.requestId)).toMatchObject({
      status: 'placed',
      bet: { stakeCents: 1000 },
    })
    expect(await cancelBet(harness.deps.db, request)).toMatchObject({ ok: false })
  })

  test('is cancelled while it waits, and no money moves', async () => {
    const { outcomes, key } = await addMatch(harness)
    await harness.receive([play(key, 1, 0, 0)])
    await harness.deps.db`update sportsbook_feed set alive_at = now()`
    const playerId = await harness.newPlayer(5000)
    const request = bet(playerId, outcomes['home'])
    const answer = harness.sportsbook.placeBet(request)
    await expect.poll(async () => (await cancelBet(harness.deps.db, request)).ok).toBe(true)
    expect(codeOf(await answer)).toBe('bet_cancelled')
    expect(await harness.cash(playerId)).toBe(5000)
    expect(await readRequest(harness.deps.db, playerId, request.requestId)).toEqual({ status: 'cancelled' })
  })
})

test('a market whose current bets are void takes none, alone or in a builder, until that is rolled back', async () => {
  const match = await addPricedMatch(harness)
  const playerId = await harness.newPlayer(5000)
  const outcomeId = present(match.outcomes['1x2 home'], 'a win of the home team')
  const outcomeIds = [outcomeId, present(match.outcomes['total over 2.5'], 'over')]
  const built = await findBuilder(harness.deps.db, sportsbookSettings, { playerId, outcomeIds })
  const place = async () => [
    codeOf(await harness.sportsbook.placeBet(parlayFor(playerId, [outcomeId]))),
    codeOf(await harness.sportsbook.placeBet(parlayFor(playerId, [built.ok ? built.value : 0]))),
  ]
  const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
  const cancelled = { key: match.key, markets: [market], reason: 'wrong prices' }
  const [past, later] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
  await harness.receive([{ ...cancelled, kind: 'bet_cancel', from: null, until: past }])
  await harness.receive([{ ...cancelled, kind: 'bet_cancel', from: later, until: null }])
  expect(await place()).toEqual(['placed', 'placed'])
  await harness.receive([{ ...cancelled, kind: 'bet_cancel', from: past, until: null }])
  expect(await place()).toEqual(['market_closed', 'market_closed'])
  await harness.receive([{ ...cancelled, kind: 'rollback_cancel', from: past, until: null }])
  expect(await place()).toEqual(['placed', 'placed'])
})

test('a live bet can be cancelled only in the first part of its delay, and stays cancelled', async () => {
  const { db } = harness.deps
  const late = { playerId: await harness.newPlayer(5000), requestId: nextRequest() }
  await insertWaiting(db, { ...late, delayMs: 60_000, cancelMs: 0 })
  expect(await cancelBet(db, late)).toMatchObject({ ok: false, refusal: { code: 'bet_not_waiting' } })
  expect((await readRequest(db, late.playerId, late.requestId)).status).toBe('waiting')
  const early = { ...late, requestId: nextRequest() }
  await insertWaiting(db, { ...early, delayMs: 60_000, cancelMs: 60_000 })
  expect(await cancelBet(db, early)).toMatchObject({ ok: true })
  await db`update sportsbook_waiting_bet set cancel_until = now() where request_id = ${early.requestId}`
  expect(await cancelBet(db, early)).toMatchObject({ ok: true })
})

test('repeating a waiting live bet does not extend the time to cancel it', async () => {
  const { db } = harness.deps
  const request = { playerId: await harness.newPlayer(5000), requestId: nextRequest() }
  await insertWaiting(db, { ...request, delayMs: 60_000, cancelMs: 0 })
  await insertWaiting(db, { ...request, delayMs: 90_000, cancelMs: 90_000 })
  expect(await cancelBet(db, request)).toMatchObject({ ok: false })
})

test('a bet lost with its server and sent again waits and can be cancelled', async () => {
  const { db } = harness.deps
  const request = { playerId: await harness.newPlayer(5000), requestId: nextRequest() }
  await insertWaiting(db, { ...request, delayMs: -60_000, cancelMs: -60_000 })
  expect(await readRequest(db, request.playerId, request.requestId)).toEqual({ status: 'unknown' })
  await insertWaiting(db, { ...request, delayMs: 3000, cancelMs: 3000 })
  expect((await readRequest(db, request.playerId, request.requestId)).status).toBe('waiting')
  expect(await cancelBet(db, request)).toMatchObject({ ok: true })
  await insertWaiting(db, { ...request, delayMs: 3000, cancelMs: 3000 })
  expect((await readRequest(db, request.playerId, request.requestId)).status).toBe('cancelled')
})

describe('a receipt', () => {
  test('shows what was displayed and verifies, and fails once a row was changed', async () => {
    const { outcomes } = await addMatch(harness)
    const playerId = await harness.newPlayer(5000)
    const asked = bet(playerId, outcomes['home'], { priceMilli: 2050, accept: 'within' })
    const legs = asked.legs.map((leg) => ({ ...leg, minPriceMilli: 1990 }))
    const request = { ...asked, legs, withinBps: 300 }
    const placed = await harness.sportsbook.placeBet(request)
    if (!placed.ok) throw new Error(placed.refusal.code)
    const betId = Number(placed.value.betId)
    const replayed = present(await replayBet(harness.deps, betId), 'a bet')
    expect(replayed.holds).toBe(true)
    const said = replayed.lines.join('\n')
    expect(said).toContain('shown 2050, no less than 1990, accepted 2000')
    expect(said).toContain('rule within 3 %')
    const { deps } = harness
    const found = await replayBet(
      { ...deps, config: { ...deps.config, PUBLIC_ID_SECRET: 'x'.repeat(32) } },
      betId,
    )
    expect(found?.holds).toBe(false)
  })
})

describe('review by operators', () => {
  test('a player with a stake factor is shown the reduced maximum, and may stake no more', async () => {
    const { outcomes } = await addMatch(harness)
    const playerId = await harness.newPlayer(10_000_000)
    const policy = policyOf(harness.deps.config)
    const asked = {
      legs: [{ outcomeId: outcomes['home'] ?? 0, priceMilli: 2000, isBanker: false }],
      folds: [1],
    }
    const most = async (of: number) => {
      const answer = await harness.sportsbook.maxStake({ playerId: of, ...asked })
      return answer.ok ? answer.value.maxStakeCents : 0
    }
    const whole = await most(playerId)
    await harness.deps.db.begin((tx) => setStakeFactor(tx, policy, { playerId, factorBps: 1000 }))
    expect(await most(playerId)).toBe(Math.floor(whole / 10))
    expect(await most(playerId + 100_000)).toBe(whole)
    const place = (stakeCents: number) =>
      harness.sportsbook.placeBet(bet(playerId, outcomes['home'], { stakeCents }))
    expect(codeOf(await place(Math.floor(whole / 10) + 1))).toBe('stake_above_max')
    // All their bets on the match together, those of one list too.
    const tenth = Math.floor(whole / 10)
    const halves = await Promise.all([0.4, 0.4, 0.4].map((part) => place(Math.floor(tenth * part))))
    expect(halves.map(codeOf).sort()).toEqual(['placed', 'placed', 'stake_above_max'])
    expect(codeOf(await place(Math.floor(tenth * 0.3)))).toBe('stake_above_max')
    expect(codeOf(await place(Math.floor(tenth * 0.1)))).toBe('placed')
    await harness.deps.db.begin((tx) => setStakeFactor(tx, policy, { playerId, factorBps: 0 }))
    expect(codeOf(await place(100))).toBe('stake_above_max')
  })

  test('a live bet of that player gets no refusal without the delay', async () => {
    const slow = await openHarness({ betDelayMs: 20_000 })
    const { outcomes, key } = await addMatch(slow)
    await slow.receive([play(key, 1, 0, 0)])
    await slow.deps.db`update sportsbook_feed set alive_at = now()`
    const playerId = await slow.newPlayer(5000)
    const policy = policyOf(slow.deps.config)
    await slow.deps.db.begin((tx) => setStakeFactor(tx, policy, { playerId, factorBps: 0 }))
    expect(codeOf(await slow.sportsbook.placeBet(bet(playerId, outcomes['home'])))).toBe('stake_above_max')
    await slow.close()
  })

  test('a bet whose price falls at once is flagged for review with the largest fall, one whose price stays is not', async () => {
    const [fallen, still] = [await addMatch(harness), await addMatch(harness)]
    const playerId = await harness.newPlayer(10_000)
    const place = (outcomeId: number | undefined) => harness.sportsbook.placeBet(bet(playerId, outcomeId))
    await place(fallen.outcomes['home'])
    await place(still.outcomes['home'])
    const look = () => upsertLateFlags(harness.deps.db, { afterSeconds: 0, movedBps: 1000 })
    const mine = async () =>
      (
        await readReviewFlags(harness.deps.db, {
          beforeId: Number.MAX_SAFE_INTEGER,
          max: 50,
          kind: null,
          status: null,
        })
      ).filter((mark) => mark.playerId === playerId)
    await harness.receive([{ kind: 'odds', key: fallen.key, offers: offersAt(1600) }])
    await look()
    await harness.receive([{ kind: 'odds', key: fallen.key, offers: offersAt(1900) }])
    await look()
    expect(await mine()).toMatchObject([
      { kind: 'late', movedBps: 2000, marksOfPlayer: 1, averageMovedBps: 2000 },
    ])
  })
})
