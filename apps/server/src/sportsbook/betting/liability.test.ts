import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook } from '../index.ts'
import type { PriceMove, RiskLimit } from '../settings.ts'
import { movePricesByLiability } from '../updates/trading.ts'
import { claimPriceMoveRun } from '../updates/trading-queries.ts'
import type { Offer } from '../sports/adapter.ts'
import { addMatch, offersAt, openHarness, play, type Harness, requestFor } from '../testing/harness.ts'

const MAX = 100_000
const settings = { maxLiabilityCents: { beforeStart: MAX, inPlay: MAX / 2 }, betDelayMs: 1 }

let harness: Harness
/** Several: one player's bets wait for one another in any case. */
const playerIds = Array.from({ length: 40 }, (_, at) => 3001 + at)
beforeAll(async () => {
  harness = await openHarness(settings)
  await harness.fund(playerIds, 1_000_000_000)
})
afterAll(() => harness.close())

const prices: Record<string, number> = { home: 2000, draw: 3000, away: 4000, over: 1900, under: 1900 }

let bets = 0
const bet = (outcomes: Record<string, number>, code: string, stakeCents: number) =>
  requestFor(playerIds[(bets += 1) % playerIds.length] ?? 0, outcomes[code], {
    stakeCents,
    priceMilli: prices[code] ?? 0,
    accept: 'any',
  })

async function codeOf(answer: ReturnType<Harness['sportsbook']['placeBet']>): Promise<string> {
  const found = await answer
  return found.ok ? 'placed' : `${found.refusal.code} ${String(found.refusal.values?.['maxCents'])}`
}

/** What each market of a match costs the house at its worst outcome, computed from the bets. */
const liabilities = (fixtureId: number) =>
  harness.deps.db<{ type: string; cents: number }[]>`
    select market.type, max(returned) - sum(staked)::bigint as cents
      from (select outcome.market_id, sum(leg.exposed_stake_cents)::bigint as staked,
                   sum(leg.exposed_return_cents)::bigint as returned
              from sportsbook_bet bet
              join sportsbook_leg leg on leg.bet_id = bet.id
              join sportsbook_outcome outcome on outcome.id = leg.outcome_id
             where leg.fixture_id = ${fixtureId} and bet.status = 'open'
             group by outcome.id, outcome.market_id) as outcome
      join sportsbook_market market on market.id = outcome.market_id
     group by market.id order by market.id`

/** Servers over the same database: their lists are decided concurrently. */
function servers(count: number, riskLimits: readonly RiskLimit[] = []): Harness['sportsbook'][] {
  const needs = {
    policy: policyOf(harness.deps.config),
    settings: { ...settings, riskLimits },
  }
  return Array.from({ length: count }, () => openSportsbook(harness.deps, needs))
}

const competitionOf = async (fixtureId: number): Promise<number> => {
  const [row] = await harness.deps.db<{ id: number }[]>`
    select competition_id as id from sportsbook_fixture where id = ${fixtureId}`
  return row?.id ?? 0
}

const rowsOf = (outcomes: Record<string, number>) => harness.deps.db`
  select outcome_id, stake_cents, return_cents from sportsbook_liability
   where outcome_id = any(${Object.values(outcomes)}::bigint[]) order by outcome_id`

describe('a market costs the house no more than its limit', () => {
  test('the remainder is named in the refusal, and accepted once', async () => {
    const { outcomes } = await addMatch(harness)
    const place = (code: string, cents: number) =>
      codeOf(harness.sportsbook.placeBet(bet(outcomes, code, cents)))
    expect(await place('home', 60_000)).toBe('placed')
    expect(await place('home', 60_000)).toBe('stake_above_max 40000')
    expect(await place('home', 40_000)).toBe('placed')
    expect(await place('home', 100)).toBe('stake_above_max 0')
  })

  test('stakes on other outcomes offset it, and other markets have their own limit', async () => {
    const { outcomes } = await addMatch(harness)
    const place = (code: string, cents: number) =>
      codeOf(harness.sportsbook.placeBet(bet(outcomes, code, cents)))
    expect(await place('home', 100_000)).toBe('placed')
    expect(await place('draw', 5_000)).toBe('placed')
    expect(await place('home', 5_100)).toBe('stake_above_max 5000')
    expect(await place('home', 5_000)).toBe('placed')
    expect(await place('over', 100_000)).toBe('placed')
  })

  test('differs in play; a market past it still accepts offsetting bets', async () => {
    const { outcomes, key } = await addMatch(harness, 60_000)
    const place = (code: string, cents: number) =>
      codeOf(harness.sportsbook.placeBet(bet(outcomes, code, cents)))
    expect(await place('home', 80_000)).toBe('placed')
    await harness.receive([play(key, 1, 0, 0)])
    expect(await place('home', 100)).toBe('stake_above_max 0')
    expect(await place('away', 1_000)).toBe('placed')
  })

  test('settled and void bets release it, and a rolled-back result uses it again', async () => {
    const { outcomes, key } = await addMatch(harness)
    await harness.sportsbook.placeBet(bet(outcomes, 'home', 100_000))
    await harness.sportsbook.placeBet(bet(outcomes, 'over', 1_000))
    const before = await rowsOf(outcomes)
    expect(before).toHaveLength(2)
    await harness.receive([play(key, -1, 1, 0)])
    await harness.sportsbook.settle()
    expect(await rowsOf(outcomes)).toEqual([])
    await harness.receive([{ ...play(key, -11, 0, 0), state: null }])
    await harness.sportsbook.settle()
    expect(await rowsOf(outcomes)).toEqual(before)
    await harness.receive([{ ...play(key, -10, 0, 0), state: null }])
    await harness.sportsbook.settle()
    expect(await rowsOf(outcomes)).toEqual([])
    expect(await harness.verify()).toEqual([])
  })

  test('200 concurrent bets through forty servers, on any outcomes and any tighter limits', async () => {
    const competitionId = await competitionOf((await addMatch(harness)).fixtureId)
    const scope = fc.constantFrom<Pick<RiskLimit, 'sport' | 'competitionId' | 'marketType'>>(
      { sport: 'football' },
      { sport: 'tennis' },
      { competitionId },
      { competitionId: competitionId + 1 },
      { marketType: 'football.1x2' },
      { sport: 'football', competitionId, marketType: 'football.total' },
    )
    const bounds = fc.array(fc.tuple(scope, fc.integer({ min: 15_000, max: 90_000 })), { maxLength: 4 })
    const code = fc.constantFrom('home', 'home', 'draw', 'away', 'over', 'under')
    const wish = fc.tuple(code, fc.integer({ min: 100, max: 20_000 }), fc.nat({ max: 39 }))
    const wished = fc.array(wish, { minLength: 200, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(bounds, wished, async (own, wishes) => {
        const { outcomes, fixtureId } = await addMatch(harness)
        const most = (cents: number) => ({ maxLiabilityCents: { beforeStart: cents, inPlay: cents } })
        const others = servers(
          40,
          own.map(([of, cents]) => ({ ...of, ...most(cents) })),
        )
        const codes = await Promise.all(
          wishes.map(([name, cents, server]) =>
            codeOf((others[server] ?? harness.sportsbook).placeBet(bet(outcomes, name, cents))),
          ),
        )
        expect(codes.filter((one) => one === 'placed').length).toBeGreaterThan(5)
        for (const { type, cents } of await liabilities(fixtureId)) {
          const applicable = own.filter(
            ([of]) =>
              of.sport !== 'tennis' &&
              of.competitionId !== competitionId + 1 &&
              (of.marketType ?? type) === type,
          )
          expect(cents).toBeLessThanOrEqual(Math.min(MAX, ...applicable.map(([, bound]) => bound)))
        }
        expect(await harness.verify()).toEqual([])
      }),
      { numRuns: 4 },
    )
  })

  test('of 200 concurrent bets of R$ 50 at 2.00 exactly twenty are accepted', async () => {
    const { outcomes } = await addMatch(harness)
    const codes = await Promise.all(
      servers(200).map((batch) => codeOf(batch.placeBet(bet(outcomes, 'home', 5_000)))),
    )
    expect(codes.filter((code) => code === 'placed')).toHaveLength(20)
    expect(codes.filter((code) => code === 'stake_above_max 0')).toHaveLength(180)
  })
})

describe('prices follow the stakes', () => {
  test('of several servers one runs it, and the next run is due in its time', async () => {
    const { db } = harness.deps
    const claims = await Promise.all([1, 2, 3].map(() => claimPriceMoveRun(db, 3_600_000)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await claimPriceMoveRun(db, 0)).toBe(false)
    await db`update sportsbook_price_look set due_at = now()`
    expect(await claimPriceMoveRun(db, 0)).toBe(true)
  })

  const priceMoves: PriceMove[] = [
    {
      from: '2026-01-01T00:00:00Z',
      until: '2099-12-31T00:00:00Z',
      sports: [],
      marketTypes: [],
      stepCents: 20_000,
      moveBps: 200,
      maxBps: 600,
    },
  ]
  const follow = (rules = priceMoves) => movePricesByLiability(harness.deps, { priceMoves: rules })
  const pricesOf = async (outcomes: Record<string, number>) => {
    const rows = await harness.deps.db<{ code: string; price: number }[]>`
      select outcome_code as code, price_milli as price from sportsbook_outcome
       where id = any(${Object.values(outcomes)}::bigint[]) order by id`
    return Object.fromEntries(rows.map(({ code, price }) => [code, price]))
  }
  const place = (outcomes: Record<string, number>, code: string, cents: number) =>
    codeOf(harness.sportsbook.placeBet(bet(outcomes, code, cents)))

  test('in steps up to a limit, through new feed prices, and back once the bets are gone', async () => {
    const { outcomes, key, fixtureId } = await addMatch(harness)
    await follow() // left open by other tests
    expect(await place(outcomes, 'home', 45_000)).toBe('placed')
    expect((await pricesOf(outcomes))['home']).toBe(2000)
    const versionOf = async () => (await harness.sportsbook.readVersions([fixtureId]))[0]
    const before = await versionOf()
    expect(await follow()).toBe(1)
    // Two steps of two percent; the others are lengthened by what that adds.
    expect(await pricesOf(outcomes)).toEqual({ home: 1920, draw: 3100, away: 4100, over: 1900, under: 1900 })
    expect(await versionOf()).not.toEqual(before)
    expect(await follow()).toBe(0)
    await place(outcomes, 'home', 50_000)
    await follow()
    expect((await pricesOf(outcomes))['home']).toBe(1880)
    await harness.receive([{ kind: 'odds', key, offers: offersAt(1800) }])
    expect((await pricesOf(outcomes))['home']).toBe(1690)
    await follow([])
    expect(await pricesOf(outcomes)).toMatchObject({ home: 1800, draw: 3000, away: 4000 })
    expect(await harness.verify()).toEqual([])
  })

  test('a line that opens beside a moved one yields to it, and is valued at its base price', async () => {
    const { outcomes, key, fixtureId } = await addMatch(harness)
    expect(await place(outcomes, 'over', 45_000)).toBe('placed')
    await follow()
    const easier: Offer = {
      type: 'football.total',
      period: 'full',
      lineQuarters: 6,
      side: null,
      outcomes: [
        { code: 'over', priceMilli: 1890 },
        { code: 'under', priceMilli: 1910 },
      ],
    }
    await harness.receive([{ kind: 'odds', key, offers: [...offersAt(2000), easier] }])
    const [over] = await harness.deps.db<{ price: number; unmoved: number | null }[]>`
      select outcome.price_milli as price, outcome.unmoved_price_milli as unmoved
        from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
       where market.fixture_id = ${fixtureId} and market.line_quarters = 6 and outcome.outcome_code = 'over'`
    expect(over?.price).toBeLessThan(1890)
    expect(over?.unmoved).toBe(1890)
  })

  test('a market type disabled by a later rule stays put, and cash-out ignores price moves', async () => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await harness.newPlayer(1_000_000)
    const early = await harness.sportsbook.placeBet(
      requestFor(playerId, outcomes['home'], { stakeCents: 1000 }),
    )
    const betId = early.ok ? Number(early.value.betId) : 0
    const worth = async () => (await harness.sportsbook.cashOuts.offers(playerId, [betId]))[0]?.fairCents
    const fair = await worth()
    await place(outcomes, 'home', 60_000)
    const off = priceMoves.map((rule) => ({ ...rule, marketTypes: ['football.1x2'], moveBps: 0 }))
    await follow([...priceMoves, ...off])
    expect((await pricesOf(outcomes))['home']).toBe(2000)
    await follow()
    expect((await pricesOf(outcomes))['home']).toBeLessThan(2000)
    expect(await worth()).toBe(fair)
    expect(fair).toBeGreaterThan(0)
    // Once decided it is not moved any more, and not checked for moves.
    await harness.receive([play(key, -1, 1, 0)])
    await harness.sportsbook.settle()
    expect(
      await harness.deps.db`
      select id from sportsbook_outcome
       where id = any(${Object.values(outcomes)}::bigint[]) and shortened_bps > 0`,
    ).toEqual([])
  })
})
