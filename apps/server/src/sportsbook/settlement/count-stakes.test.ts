import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lifetimeTurnover, lockAccounts, turnoverOf } from '../../ledger/index.ts'
import { wageringSettings } from '../../wagering/index.ts'
import { type Bettors, openBettors } from '../testing/bettors.ts'
import { addMatch, offersAt, openHarness, plainOffers, play, type Harness } from '../testing/harness.ts'
import { countStakes } from './count-stakes.ts'
import type { BetChange } from './rules.ts'

let harness: Harness
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness()
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

const newPlayer: Harness['newPlayer'] = (cents) => harness.newPlayer(cents)
const placed: Bettors['placed'] = (...bet) => bettors.placed(...bet)
const turnover = async (playerId: number) =>
  (await lifetimeTurnover(harness.deps.db, [playerId])).get(playerId)

describe('S28: towards wagering', () => {
  test.each([
    { codes: ['over'], score: [1, 1], counts: 500, what: 'a bet that is half given back counts half' },
    { codes: ['home', 'home'], score: [1, 0], counts: 2000, what: 'two bets on the same outcome count' },
    { codes: ['home', 'over'], score: [1, 0], counts: 2000, what: 'bets on different markets count' },
    { codes: ['home', 'away'], score: [1, 0], counts: 0, what: 'bets on two outcomes of a market do not' },
    { codes: ['over', 'under'], score: [1, 0], counts: 0, what: 'both sides of a line do not' },
  ] as const)('$what', async ({ codes, score, counts }) => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await newPlayer(2000)
    for (const code of codes) await placed(playerId, outcomes[code], { accept: 'any' })
    await harness.hear([play(key, -1, score[0], score[1])])
    await harness.sportsbook.settle()
    expect((await turnover(playerId))?.wageredCents).toBe(counts)
  })

  test('bets against each other on different lines count for nothing, whichever is settled first', async () => {
    const { outcomes, key } = await addMatch(harness, undefined, [
      ...plainOffers,
      total(1, 3000, 1350),
      total(17, 1350, 3000),
    ])
    const playerId = await newPlayer(2000)
    await placed(playerId, outcomes['over:1'])
    await placed(playerId, outcomes['under:17'])
    await harness.hear([play(key, -1, 2, 1)])
    await harness.sportsbook.settle()
    expect(await turnover(playerId)).toMatchObject({ settledCents: 2000, wageredCents: 0, contributedE4: 0 })
  })

  test('bets at less than 1.30 and bets of others count for nothing', async () => {
    const { outcomes, key } = await addMatch(harness, undefined, offersAt(1299))
    const [short, other] = [await newPlayer(1000), await newPlayer(1000)]
    await placed(short, outcomes['home'])
    await placed(other, outcomes['away'])
    await harness.hear([play(key, -1, 1, 0)])
    await harness.sportsbook.settle()
    expect(await turnover(short)).toMatchObject({ settledCents: 1000, wageredCents: 0, contributedE4: 0 })
    expect(await turnover(other)).toMatchObject({ settledCents: 1000, wageredCents: 1000 })
  })
})

test.each([
  { kind: 'a single', prices: [2000], folds: [1], counts: 800 },
  { kind: 'a parlay', prices: [1150, 1150], folds: [2], counts: 500 },
  { kind: 'a parlay of short odds', prices: [1100, 1100], folds: [2], counts: 0 },
  { kind: 'a system', prices: [1500, 2000, 3000], folds: [2], counts: 300 },
])('$kind counts by the table of its kind', async ({ prices, folds, counts }) => {
  const playerId = await newPlayer(1000)
  const at = (shareBps: number) => [{ fromPriceMilli: 1300, shareBps }]
  const { contributions } = wageringSettings
  const tables = { ...contributions, football: at(800), parlay: at(500), system: at(300) }
  const legs = prices.map((priceMilli) => ({ priceMilli, won: 0, refunded: 0, parts: 1 }))
  const bet = {
    id: 1,
    playerId,
    freeBetId: null,
    settledTimes: 0,
    stakeCents: 1000,
    cashCents: 1000,
    legs,
    folds,
  }
  const change = { bet, before: undefined, after: { result: 20, returnCents: 0, boostCents: 0 } }
  await harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    countStakes(batch, [change as unknown as BetChange], {
      wagering: { ...wageringSettings, contributions: tables },
      opposedIds: new Set(),
    })
    expect(turnoverOf(batch, playerId).contributedE4).toBe(1000 * counts)
  })
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
