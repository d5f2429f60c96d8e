import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lifetimeTurnover, lockAccounts, post, readBalances, turnoverOf } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import { policyOf } from '../../protection/index.ts'
import {
  grantBonus,
  convertMetBonuses,
  openRequirement,
  readWagering,
  wageringSettings,
  writeWagering,
} from '../../wagering/index.ts'
import {
  type Bettors,
  openBettors,
  parlayFor,
  addMatch,
  offersAt,
  openHarness,
  plainOffers,
  play,
  type Harness,
} from '../testing/harness.ts'
import { sampleFixture } from '../testing/sport-samples.ts'
import { countBetTurnover, lowestPriceMilli } from './count-turnover.ts'
import type { BetChange } from './rules.ts'

let harness: Harness
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness()
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

/** A player with a wagering requirement: for others nothing is counted. */
async function newPlayer(cents: number): Promise<number> {
  const { deps, newPlayer: openPlayer } = harness
  const playerId = await openPlayer(cents)
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    const wagering = await readWagering(tx, policyOf(deps.config), [playerId])
    openRequirement(wagering, { playerId, source: 'topup', sourceId: String(playerId), mainCents: 1_000_000 })
    await writeWagering(tx, wagering)
    await post(tx, batch)
  })
  return playerId
}
const placed: Bettors['placed'] = (...bet) => bettors.placed(...bet)
const turnover = async (playerId: number) =>
  (await lifetimeTurnover(harness.deps.db, [playerId])).get(playerId)

describe('S28: towards wagering', () => {
  test.each([
    {
      codes: ['over'],
      score: [1, 1],
      counts: 500,
      earns: 500,
      what: 'a half refunded bet counts half',
    },
    {
      codes: ['home', 'home'],
      score: [1, 0],
      counts: 2000,
      earns: 2000,
      what: 'two bets on the same outcome count',
    },
    {
      codes: ['home', 'over'],
      score: [1, 0],
      counts: 0,
      earns: 2000,
      what: 'bets across markets of a match do not',
    },
    {
      codes: ['home', 'away'],
      score: [1, 0],
      counts: 0,
      earns: 2000,
      what: 'bets on two outcomes of a market do not',
    },
    { codes: ['over', 'under'], score: [1, 0], counts: 0, earns: 2000, what: 'both sides of a line do not' },
  ] as const)('$what, and $earns cents earn', async ({ codes, score, counts, earns }) => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await newPlayer(2000)
    for (const code of codes) await placed(playerId, outcomes[code], { accept: 'any' })
    await harness.receive([play(key, -1, score[0], score[1])])
    await harness.sportsbook.settle()
    const { wageredCents, settledCents, unrewardedCents } = present(await turnover(playerId), 'a turnover')
    expect(wageredCents).toBe(counts)
    expect(settledCents - unrewardedCents).toBe(earns)
  })

  test('opposed bets on different lines count for nothing, whichever is settled first', async () => {
    const { outcomes, key } = await addMatch(harness, undefined, [
      ...plainOffers,
      total(1, 3000, 1350),
      total(17, 1350, 3000),
    ])
    const playerId = await newPlayer(2000)
    await placed(playerId, outcomes['over:1'])
    await placed(playerId, outcomes['under:17'])
    await harness.receive([play(key, -1, 2, 1)])
    await harness.sportsbook.settle()
    expect(await turnover(playerId)).toMatchObject({ settledCents: 2000, wageredCents: 0, contributedE4: 0 })
  })

  test('bets on both sides of one match through two feeds count for nothing; on one side they count', async () => {
    const { deps, receive } = harness
    const reported = { home: 'Casa de dois', away: 'Fora de dois' }
    const report = async (feed: 'uof' | 'odds_api', sides: readonly string[]) => {
      const match = sampleFixture('football', {
        key: 'told:twice',
        model: null,
        participants: sides.map((name) => ({ name })),
      })
      const ids = await receive([match, { kind: 'odds', key: match.key, offers: [...plainOffers] }], feed)
      const rows = await deps.db<{ code: string; id: number }[]>`
        select outcome.outcome_code as code, outcome.id
          from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
         where market.fixture_id = ${ids.get(match.key) ?? 0}`
      return Object.fromEntries(rows.map(({ code, id }) => [code, id]))
    }
    const one = await report('uof', [reported.home, reported.away])
    // The other feed has the teams swapped: its away team is the home team of the first.
    const other = await report('odds_api', [reported.away, reported.home])
    const [both, same] = [await newPlayer(2000), await newPlayer(2000)]
    await placed(both, one['home'])
    await placed(both, other['home'])
    await placed(same, one['home'])
    await placed(same, other['away'])
    await receive([play('told:twice', -1, 1, 0)], 'uof')
    await harness.sportsbook.settle()
    await receive([play('told:twice', -1, 0, 1)], 'odds_api')
    await harness.sportsbook.settle()
    expect(await turnover(both)).toMatchObject({ settledCents: 2000, wageredCents: 0 })
    expect(await turnover(same)).toMatchObject({ settledCents: 2000, wageredCents: 2000 })
    expect(await harness.verify()).toEqual([])
  })

  test('bets at less than 1.50 count for nothing, and other players’ bets are not opposed', async () => {
    const { outcomes, key } = await addMatch(harness, undefined, offersAt(1499))
    const [short, other] = [await newPlayer(1000), await newPlayer(1000)]
    await placed(short, outcomes['home'])
    await placed(other, outcomes['away'])
    await harness.receive([play(key, -1, 1, 0)])
    await harness.sportsbook.settle()
    expect(await turnover(short)).toMatchObject({ settledCents: 1000, wageredCents: 0, contributedE4: 0 })
    expect(await turnover(other)).toMatchObject({ settledCents: 1000, wageredCents: 1000 })
  })
})

type Leg = BetChange['bet']['legs'][number]
const legOf = (priceMilli: number, own: Partial<Leg> = {}) =>
  ({ isBanker: false, priceMilli, won: 0, refunded: 0, parts: 1, ...own }) as Leg
const bareBet = {
  id: 1,
  freeBetId: null,
  settledTimes: 0,
  isCancelled: false,
  stakeCents: 1000,
  cashCents: 1000,
  placedAt: new Date('2026-06-01'),
  isEachWay: false,
  boost: null,
}
const single = { prices: [2000], folds: [1] }
test.each([
  { what: 'a single at 1.50', prices: [1500], folds: [1], counts: 1000, earns: 1000 },
  { what: 'a single at 1.499', prices: [1499], folds: [1], counts: 0, earns: 1000 },
  {
    what: 'a parlay of short odds that together are 1.50',
    prices: [1250, 1200],
    folds: [2],
    counts: 1000,
    earns: 1000,
  },
  { what: 'a parlay of less', prices: [1220, 1220], folds: [2], counts: 0, earns: 1000 },
  {
    what: 'a system whose lowest double is 1.50',
    prices: [1200, 1250, 3000],
    folds: [2, 3],
    counts: 1000,
    earns: 1000,
  },
  { what: 'a system with a lower single', prices: [1200, 1250, 3000], folds: [1, 2], counts: 0, earns: 0 },
  {
    what: 'a bet each way whose place is at 1.50',
    prices: [3500, 1500],
    folds: [1],
    isEachWay: true,
    counts: 1000,
    earns: 1000,
  },
  {
    what: 'a bet each way whose place is lower',
    prices: [3000, 1400],
    folds: [1],
    isEachWay: true,
    counts: 0,
    earns: 1000,
  },
  {
    what: 'a bet each way in two races',
    prices: [9000, 9000, 2600, 2600],
    folds: [2],
    isEachWay: true,
    counts: 0,
    earns: 1000,
  },
  {
    what: 'a bet each way whose place is below 1.25',
    prices: [2000, 1240],
    folds: [1],
    isEachWay: true,
    counts: 0,
    earns: 0,
  },
  { what: 'a parlay of 1.24', prices: [1240, 1001], folds: [2], counts: 0, earns: 0 },
  {
    what: 'an insured parlay of half bonus money',
    prices: [2000, 2000],
    folds: [2],
    cashCents: 600,
    insurableCents: 500,
    counts: 0,
    earns: 100,
  },
  { what: 'a boosted price', ...single, boost: { kind: 'price' }, counts: 0, earns: 1000 },
  {
    what: 'a parlay with more of its winnings',
    prices: [2000, 2000],
    folds: [2],
    boost: { kind: 'winnings' },
    counts: 0,
    earns: 1000,
  },
  {
    what: 'a bet that is paid early',
    ...single,
    promises: { earlyPayout: { lead: 2 } },
    counts: 0,
    earns: 1000,
  },
  { what: 'an insured parlay', prices: [2000, 2000], folds: [2], insurableCents: 500, counts: 0, earns: 500 },
  {
    what: 'a parlay of which a leg was given back',
    prices: [],
    folds: [2],
    legs: [legOf(1240), legOf(2000, { refunded: 1 })],
    counts: 0,
    earns: 0,
  },
  { what: 'a free bet', ...single, freeBetId: 'f', counts: 0, earns: 0 },
  { what: 'half bonus money', ...single, cashCents: 500, counts: 500, earns: 500 },
])(
  'S28: of 10 reais on $what $counts cents count and $earns earn',
  async ({ prices, counts, earns, insurableCents = 0, ...own }) => {
    const playerId = await newPlayer(1000)
    const bet = {
      ...bareBet,
      playerId,
      legs: prices.map((price) => legOf(price)),
      ...own,
    }
    const after = { result: 20, returnCents: 0, boostCents: 0, insuredCents: 0 }
    const change = { bet, insurableCents, before: undefined, after }
    await harness.deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      const wagering = wageringSettings
      countBetTurnover(batch, [change as unknown as BetChange], {
        wagering,
        opposedIds: new Set(),
        countedIds: new Set(),
      })
      const { contributedE4, settledCents, unrewardedCents } = turnoverOf(batch, playerId)
      expect(contributedE4).toBe(counts * 10_000)
      expect(settledCents - unrewardedCents).toBe(earns)
    })
  },
)

test('a banker is in every combination, so its price is part of the lowest', () => {
  const legs = [legOf(1100, { isBanker: true }), legOf(2000), legOf(1400), legOf(3000)]
  expect(lowestPriceMilli({ legs, folds: [1, 2], isEachWay: false })).toBe(1540)
})

test('S28: R$ 40 of bets release a bonus of R$ 20 that is wagered twice, and R$ 30 do not', async () => {
  const { deps } = harness
  const policy = policyOf({ COMPLIANCE_PROFILE: 'spec' })
  const playerId = await harness.newPlayer(4000)
  await deps.db.begin(async (tx) => {
    const ledger = await lockAccounts(tx, [playerId])
    const wagering = await readWagering(tx, policy, [playerId])
    const gift = { playerId, source: 'topup', sourceId: `gift-${playerId}`, mainCents: 0 }
    grantBonus(wagering, ledger, { ...gift, bonusGrantCents: 2000, bonusTimes: 2 })
    await writeWagering(tx, wagering)
    await post(tx, ledger)
  })
  const lose = async () => {
    const { outcomes, key } = await addMatch(harness)
    await placed(playerId, outcomes['home'])
    await harness.receive([play(key, -1, 0, 1)])
    await harness.sportsbook.settle()
    await convertMetBonuses({ deps, policy }, [playerId])
    const { cashCents, bonusCents } = (await readBalances(deps.db, [playerId])).get(playerId) ?? {}
    return { cashCents, bonusCents }
  }
  await lose()
  await lose()
  expect(await lose()).toEqual({ cashCents: 1000, bonusCents: 2000 })
  expect(await lose()).toEqual({ cashCents: 2000, bonusCents: 0 })
})

/** A line of goals, in quarters. */
const total = (lineQuarters: number, over: number, under: number): (typeof plainOffers)[number] => ({
  type: 'football.total',
  period: 'full',
  lineQuarters,
  side: null,
  outcomes: [
    { code: 'over', priceMilli: over },
    { code: 'under', priceMilli: under },
  ],
})

describe('a parlay refunded by a promise', () => {
  let insured: Harness
  beforeAll(async () => {
    const dates = { from: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' }
    const rule = { ...dates, minLegs: 2, minPriceMilli: 1500, maxCents: 600 }
    insured = await openHarness({ parlayInsurances: [rule] })
  })
  afterAll(() => insured.close())

  type Ending = { place: number; score: readonly [number, number] }
  const won = (place: number): Ending => ({ place, score: [1, 0] })
  const lost = (place: number): Ending => ({ place, score: [0, 1] })

  /** The balance of a player after a parlay on two home teams whose matches end so, one after the other. */
  async function ended(stakeCents: number, endings: readonly Ending[]) {
    const matches = [await addMatch(insured), await addMatch(insured)]
    const playerId = await insured.newPlayer(stakeCents)
    const ids = matches.map(({ outcomes }) => outcomes['home'])
    await insured.sportsbook.placeBet({ ...parlayFor(playerId, ids), unitStakeCents: stakeCents })
    expect(await insured.cash(playerId)).toBe(0)
    for (const { place, score } of endings) {
      await insured.receive([play(matches[place]?.key ?? '', -1, ...score)])
      await insured.sportsbook.settle()
    }
    const counted = (await lifetimeTurnover(insured.deps.db, [playerId])).get(playerId)
    expect(await insured.verify()).toEqual([])
    return { cash: await insured.cash(playerId), counted }
  }

  test('a refunded insured parlay counts for nothing towards wagering, in whichever order its matches end', async () => {
    const counted = { settledCents: 0, wageredCents: 0, contributedE4: 0 }
    expect(await ended(600, [won(0), lost(1)])).toMatchObject({ cash: 600, counted })
    expect(await ended(600, [lost(1), won(0)])).toMatchObject({ cash: 600, counted })
    expect(await ended(600, [lost(0), lost(1)])).toMatchObject({ cash: 0, counted })
  })

  test('above the refunded maximum the stake is settled, and none of it counts as wagered, because more than its price was promised', async () => {
    const counted = { settledCents: 400, wageredCents: 0 }
    expect(await ended(1000, [lost(1), won(0)])).toMatchObject({ cash: 600, counted })
  })

  test('a refund by promise comes from the gifts account, and returns there when a result is corrected', async () => {
    expect(await ended(500, [won(0), lost(1), lost(0)])).toMatchObject({ cash: 0 })
    const gifts = await insured.deps.db<{ key: string }[]>`
      select key from ledger_transfer where key like 'insurance:%' and amount_cents = 500 order by key`
    expect(gifts.map(({ key }) => key.replace(/^insurance:\d+:/, ''))).toEqual(['1', '2:back:cash'])
  })
})
