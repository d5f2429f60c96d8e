import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOST, WON } from '@palpite/odds'
import { lifetimeTurnover } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook, sportsbookSettings } from '../index.ts'
import { lockLiabilities } from '../risk/queries.ts'
import { readCurrentBets } from '../settlement/current-bet-queries.ts'
import {
  openBettors,
  addMatch,
  nextRequest,
  offersAt,
  openHarness,
  play,
  type Harness,
  parlayFor,
} from '../testing/harness.ts'
import { confirmed, homeWon, openTwoFeeds } from '../testing/two-feeds.ts'
import { cashOutBets } from './cash-out-bets.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
})
afterAll(() => harness.close())

/** A bet of R$ 10 on the home team at 2.00, whose price is now 1.50. */
async function betThatRose() {
  const match = await addMatch(harness)
  const playerId = await harness.newPlayer(1000)
  const betId = await openBettors(harness).placed(playerId, match.outcomes['home'])
  await harness.receive([{ kind: 'odds', key: match.key, offers: offersAt(1500) }])
  return { ...match, playerId, betId }
}

const offerFor = async (playerId: number, betId: number) =>
  (await harness.sportsbook.cashOuts.offers(playerId, [betId]))[0]

const accept = (
  playerId: number,
  quoteId: string,
  own: { unitCents?: number; requestId?: string; minShareBps?: number } = {},
) =>
  harness.sportsbook.cashOuts.accept({
    playerId,
    requestId: nextRequest(),
    unitCents: undefined,
    minShareBps: 10_000,
    quoteId,
    ...own,
  })

const bet = async (betId: number) => {
  const rows = await harness.deps.db<{ status: string; stake: number; returned: number | null }[]>`
    select status, stake_cents - sold_cash_cents as stake, return_cents as returned from sportsbook_bet where id = ${betId}`
  return present(rows[0], 'the bet')
}

describe('a whole bet', () => {
  test('is cashed out for its value less the house’s share, and nothing is paid after', async () => {
    const { playerId, betId, key } = await betThatRose()
    const offer = present(await offerFor(playerId, betId), 'an offer')
    // 1.50, 3.00 and 4.00 are chances of 59.2, 24.2 and 16.7 % by the power method: R$ 20 at 59.2 %, less five
    // percent.
    expect(offer).toMatchObject({ fairCents: 1183, offerCents: 1124 })
    expect(await accept(playerId, offer.quoteId)).toEqual({ ok: true, value: { betId, paidCents: 1124 } })
    expect(await bet(betId)).toEqual({ status: 'cashed_out', stake: 0, returned: 1124 })
    expect(await harness.cash(playerId)).toBe(1124)
    expect(await harness.verify()).toEqual([])
    await harness.receive([play(key, -1, 1, 0)])
    expect(await harness.sportsbook.settle()).toBe(0)
    expect(await harness.cash(playerId)).toBe(1124)
    const turnover = (await lifetimeTurnover(harness.deps.db, [playerId])).get(playerId)
    expect(turnover).toMatchObject({ settledCents: 0, wageredCents: 0, unrewardedCents: 0 })
  })

  test('guards its money by its own row, as the bet does its stake: no key is stored, and neither row is written twice', async () => {
    const { playerId, betId } = await betThatRose()
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    expect(await accept(playerId, quoteId)).toMatchObject({ ok: true })
    const { db } = harness.deps
    expect(await db`select key from ledger_transfer_key where key like ${`bet:${betId}:%`}`).toEqual([])
    const moved = await db<object[]>`select key from ledger_transfer where key like ${`bet:${betId}:%`}`
    expect(moved).toHaveLength(3)
    await expect(db`
      insert into sportsbook_bet overriding system value select bet.* from sportsbook_bet bet where id = ${betId}`).rejects.toThrow(
      'sportsbook_bet_pkey',
    )
    await expect(db`
      insert into sportsbook_cash_out (bet_id, player_id, request_id, unit_cents, stake_cents, paid_cents, fair_cents)
      select bet_id, player_id, request_id, unit_cents, stake_cents, paid_cents, fair_cents
        from sportsbook_cash_out where bet_id = ${betId}`).rejects.toThrow(
      'sportsbook_cash_out_player_id_request_id_key',
    )
  })

  test('that is not sold waits for no liability of its outcomes', async () => {
    const { playerId, betId, outcomes } = await betThatRose()
    const request = {
      playerId,
      requestId: nextRequest(),
      betId,
      unitCents: undefined,
      minOfferCents: 1_000_000,
      expiresAtMs: Number.MAX_SAFE_INTEGER,
      hasWaited: true,
    }
    const answers = await harness.deps.db.begin(async (tx) => {
      await lockLiabilities(tx, Object.values(outcomes))
      return cashOutBets(harness.deps, sportsbookSettings, [request])
    })
    expect(answers).toMatchObject([{ refusal: { code: 'cash_out_changed' } }])
  })

  test('taken 200 times at once pays once, each time the same', async () => {
    const { playerId, betId } = await betThatRose()
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    const requestId = nextRequest()
    const same = await Promise.all(
      Array.from({ length: 100 }, () => accept(playerId, quoteId, { requestId })),
    )
    const others = await Promise.all(Array.from({ length: 100 }, () => accept(playerId, quoteId)))
    expect(new Set(same.map((one) => (one.ok ? one.value.paidCents : one.refusal.code)))).toEqual(
      new Set([1124]),
    )
    expect(new Set(others.map((one) => (one.ok ? 'paid' : one.refusal.code)))).toEqual(
      new Set(['bet_not_open']),
    )
    expect(await harness.cash(playerId)).toBe(1124)
    expect(await harness.verify()).toEqual([])
  })

  test('requested 200 times at once, under many ids and through several servers, is paid once', async () => {
    const { playerId, betId } = await betThatRose()
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    const policy = policyOf(harness.deps.config)
    const servers = [1, 2, 3, 4].map(() => openSportsbook(harness.deps, { policy }))
    const shared = nextRequest()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        present(servers[at % servers.length], 'a server').cashOuts.accept({
          playerId,
          requestId: at % 2 === 0 ? shared : nextRequest(),
          unitCents: undefined,
          minShareBps: 10_000,
          quoteId,
        }),
      ),
    )
    const paid = answers.filter(({ ok }) => ok).length
    expect([1, 100]).toContain(paid)
    const refused = answers.flatMap((one) => (one.ok ? [] : [one.refusal.code]))
    expect(refused.filter((code) => code !== 'bet_not_open' && code !== 'cash_out_changed')).toEqual([])
    expect(await harness.cash(playerId)).toBe(1124)
    expect(await harness.verify()).toEqual([])
  })

  test('cashed out during settlement is either cashed out or settled', async () => {
    const { playerId, betId, key } = await betThatRose()
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    await harness.receive([play(key, -1, 1, 0)])
    const [answer] = await Promise.all([accept(playerId, quoteId), harness.sportsbook.settle()])
    expect(answer.ok).toBe(false)
    expect(await harness.cash(playerId)).toBe(2000)
    expect(await harness.verify()).toEqual([])
  })
})

describe('a part of a bet', () => {
  test('is cashed out for its share of the offer; the rest stays, and is settled by itself', async () => {
    const { playerId, betId, key } = await betThatRose()
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    const answer = await accept(playerId, quoteId, { unitCents: 400 })
    expect(answer).toEqual({ ok: true, value: { betId, paidCents: 449 } })
    expect(await bet(betId)).toEqual({ status: 'open', stake: 600, returned: null })
    expect(await harness.sportsbook.cashOuts.offers(playerId, [betId])).toMatchObject([{ offerCents: 674 }])
    expect(await harness.verify()).toEqual([])
    await harness.receive([play(key, -1, 1, 0)])
    expect(await harness.sportsbook.settle()).toBe(1)
    expect(await harness.cash(playerId)).toBe(449 + 1200)
    expect(await harness.verify()).toEqual([])
  })

  test.each([
    { priceMilli: 1250, unrewardedCents: 0 },
    { priceMilli: 1240, unrewardedCents: 600 },
  ])(
    'leaves a rest that earns by the odds of the bet: $priceMilli',
    async ({ priceMilli, unrewardedCents }) => {
      const { outcomes, key } = await addMatch(harness, undefined, offersAt(priceMilli))
      const playerId = await harness.newPlayer(1000)
      const betId = await openBettors(harness).placed(playerId, outcomes['home'])
      await harness.receive([{ kind: 'odds', key, offers: offersAt(1100) }])
      const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
      expect((await accept(playerId, quoteId, { unitCents: 400 })).ok).toBe(true)
      await harness.receive([play(key, -1, 1, 0)])
      expect(await harness.sportsbook.settle()).toBe(1)
      const turnover = (await lifetimeTurnover(harness.deps.db, [playerId])).get(playerId)
      expect(turnover).toMatchObject({ settledCents: 600, unrewardedCents })
    },
  )

  test('and another are cashed out while its match ends: each is paid once, and the rest is settled', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { playerId, betId, key } = await betThatRose()
      const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
      const end = async () => {
        await harness.receive([play(key, -1, 1, 0)])
        await harness.sportsbook.settle()
      }
      const parts = [400, 300]
      const [answers] = await Promise.all([
        Promise.all(parts.map((unitCents) => accept(playerId, quoteId, { unitCents, minShareBps: 0 }))),
        end(),
      ])
      await harness.sportsbook.settle()
      const soldCents = parts.reduce((sum, unit, at) => sum + (answers[at]?.ok ? unit : 0), 0)
      const paidCents = answers.reduce((sum, one) => sum + (one.ok ? one.value.paidCents : 0), 0)
      expect((await bet(betId)).status).toBe('settled')
      expect(await harness.cash(playerId)).toBe(paidCents + 2 * (1000 - soldCents))
    }
    expect(await harness.verify()).toEqual([])
  })

  test('of a parlay keeps the liabilities of each leg', async () => {
    const matches = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
    const playerId = await harness.newPlayer(1000)
    const on = matches.map(({ outcomes }) => outcomes['home'])
    const placed = await harness.sportsbook.placeBet(parlayFor(playerId, on))
    const betId = placed.ok ? Number(placed.value.betId) : 0
    await harness.receive(matches.slice(0, 1).map(({ key }) => play(key, -1, 1, 0)))
    await harness.sportsbook.settle()
    const offer = present(await offerFor(playerId, betId), 'an offer')
    expect(offer.offerCents).toBeGreaterThan(1000)
    expect((await accept(playerId, offer.quoteId, { unitCents: 333 })).ok).toBe(true)
    expect(await harness.verify()).toEqual([])
    await harness.receive(matches.slice(1).map(({ key }) => play(key, -1, 0, 0)))
    expect(await harness.sportsbook.settle()).toBe(1)
    expect(await harness.verify()).toEqual([])
  })
})

describe('is refused by name, and nothing changes', () => {
  test('an offer of another player, an altered one, and another player’s bet', async () => {
    const { playerId, betId } = await betThatRose()
    const stranger = await harness.newPlayer(1000)
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    expect(await offerFor(stranger, betId)).toBeUndefined()
    expect(await accept(stranger, quoteId)).toMatchObject({ refusal: { code: 'not_found' } })
    expect(await accept(playerId, quoteId.replace(/-\w+-/, '-zzz-'))).toMatchObject({
      refusal: { code: 'not_found' },
    })
    expect((await bet(betId)).status).toBe('open')
  })

  test('an offer that has fallen since, unless its player accepts less', async () => {
    const { playerId, betId, key } = await betThatRose()
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    await harness.receive([{ kind: 'odds', key, offers: offersAt(1600) }])
    expect(await accept(playerId, quoteId)).toMatchObject({ refusal: { code: 'cash_out_changed' } })
    expect(await accept(playerId, quoteId, { minShareBps: 9000 })).toMatchObject({ ok: true })
  })

  test('a bet with a suspended leg has no offer, and none is accepted', async () => {
    const { playerId, betId, key } = await betThatRose()
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    await harness.receive([{ kind: 'bet_stop', key }])
    expect(await offerFor(playerId, betId)).toBeUndefined()
    expect(await accept(playerId, quoteId)).toMatchObject({ refusal: { code: 'cash_out_suspended' } })
  })

  test('a parlay with one suspended leg, until that is open again', async () => {
    const matches = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
    const playerId = await harness.newPlayer(1000)
    const on = matches.map(({ outcomes }) => outcomes['home'])
    const placed = await harness.sportsbook.placeBet(parlayFor(playerId, on))
    const betId = placed.ok ? Number(placed.value.betId) : 0
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    const key = matches[1]?.key ?? ''
    await harness.receive([{ kind: 'bet_stop', key }])
    expect(await offerFor(playerId, betId)).toBeUndefined()
    expect(await accept(playerId, quoteId)).toMatchObject({ refusal: { code: 'cash_out_suspended' } })
    await harness.receive([{ kind: 'odds', key, offers: offersAt(2000) }])
    expect(await offerFor(playerId, betId)).toBeDefined()
    expect((await bet(betId)).status).toBe('open')
  })

  test('a bet whose stake its feed has just refunded, although its market continues', async () => {
    const { playerId, betId, key } = await betThatRose()
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    const [row] = await harness.deps.db<{ until: Date }[]>`select clock_timestamp() as until`
    const markets = [{ type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const]
    const until = new Date(present(row, 'now').until.getTime() + 1)
    await harness.receive([
      { kind: 'bet_cancel', key, markets, from: null, until, reason: 'feed 5' },
      { kind: 'odds', key, offers: offersAt(1500) },
    ])
    // Until compared with other feeds, it is neither void nor worth its price.
    expect(await offerFor(playerId, betId)).toBeUndefined()
    expect(await accept(playerId, quoteId)).toMatchObject({ refusal: { code: 'cash_out_suspended' } })
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(1000)
  })

  test('a part below the minimum', async () => {
    const { playerId, betId } = await betThatRose()
    const { quoteId } = present(await offerFor(playerId, betId), 'an offer')
    const answer = await accept(playerId, quoteId, { unitCents: 50 })
    expect(answer).toMatchObject({ refusal: { code: 'cash_out_below_min' } })
  })

  test('an expired offer', async () => {
    const { playerId, betId } = await betThatRose()
    const cashOut = { ...sportsbookSettings.cashOut, quoteSeconds: -1 }
    const policy = policyOf(harness.deps.config)
    const hasty = openSportsbook(harness.deps, { policy, settings: { catalogueAgeMs: 0, cashOut } })
    const [offer] = await hasty.cashOuts.offers(playerId, [betId])
    expect(await accept(playerId, present(offer, 'an offer').quoteId)).toMatchObject({
      refusal: { code: 'quote_expired' },
    })
    expect((await bet(betId)).status).toBe('open')
  })
})

test('a leg a goal just decided is cashed out only once play goes on, because the goal may be disallowed', async () => {
  const [seen, later] = [await addMatch(harness), await addMatch(harness)]
  const playerId = await harness.newPlayer(1000)
  const legs = [seen.outcomes['over'], later.outcomes['home']]
  const placed = await harness.sportsbook.placeBet(parlayFor(playerId, legs))
  const betId = placed.ok ? Number(placed.value.betId) : 0
  const { key } = seen
  const odds = { kind: 'odds', key, offers: offersAt(1500) } as const
  await harness.receive([play(key, 1, 2, 0), odds])
  const before = present(await offerFor(playerId, betId), 'an offer before the goal')
  // Over is settled as seen; the other match has not started, so no open leg of the bet is stopped.
  const market = { type: 'football.total', period: 'full', lineQuarters: 9, side: null } as const
  const outcomes = [
    { code: 'over', resolution: WON },
    { code: 'under', resolution: LOST },
  ]
  const settled = {
    kind: 'settlement',
    key,
    certainty: 'provisional',
    markets: [{ market, outcomes }],
  } as const
  await harness.receive([play(key, 1, 3, 0), { kind: 'bet_stop', key }, settled])
  await harness.sportsbook.settle()
  expect((await readCurrentBets(harness.deps.db, [betId]))[0]?.legs).toMatchObject([
    { won: 1 },
    { won: null },
  ])
  expect(await offerFor(playerId, betId)).toBeUndefined()
  expect(await accept(playerId, before.quoteId)).toMatchObject({ refusal: { code: 'cash_out_suspended' } })
  await harness.receive([{ kind: 'rollback_settlement', key, markets: [market] }])
  await harness.receive([play(key, 1, 2, 0), odds])
  expect((await offerFor(playerId, betId))?.offerCents).toBe(before.offerCents)
  // Once the match goes on, the leg can be cashed out.
  await harness.receive([settled, play(key, 1, 3, 0), { ...odds, offers: odds.offers.slice(0, 1) }])
  await harness.sportsbook.settle()
  expect((await offerFor(playerId, betId))?.offerCents).toBeGreaterThan(before.offerCents)
  expect(await harness.verify()).toEqual([])
})

test('a bet refunded by one feed and not by another is not cashed out while they differ', async () => {
  const { addEvent, backer, settled } = await openTwoFeeds(harness)
  const { uof, odds_api: api } = await addEvent()
  const player = await backer(uof, 'home')
  const { playerId, betId } = player
  expect(await offerFor(playerId, betId)).toBeDefined()
  const [row] = await harness.deps.db<{ at: Date }[]>`select clock_timestamp() as at`
  const until = new Date(present(row, 'now').at.getTime() + 1)
  const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
  const window = { key: uof.key, markets: [market], from: null, until }
  await harness.receive([{ ...window, kind: 'bet_cancel', reason: 'feed 5' }], 'uof')
  await harness.receive([confirmed(api.key, homeWon)], 'odds_api')
  expect(await settled([player])).toEqual([9000])
  await harness.receive([{ kind: 'odds', key: uof.key, offers: offersAt(1500) }], 'uof')
  expect(await offerFor(playerId, betId)).toBeUndefined()
  await harness.receive([{ ...window, kind: 'rollback_cancel' }], 'uof')
  expect(await settled([player])).toEqual([9000])
  expect(await offerFor(playerId, betId)).toBeDefined()
})
