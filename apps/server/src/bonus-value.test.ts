import type { GameCode } from '@palpite/contract'
import {
  crashReturnToPlayer,
  countSlotRound,
  diceChance,
  diceReturnToPlayer,
  DOUBLE_SLOTS,
  doubleColour,
  doubleReturnToPlayer,
  limboChancePercent,
  limboReturnToPlayer,
  luckyReturnToPlayer,
  minesChance,
  minesReturnToPlayer,
  ROW_DIFFICULTIES,
  type RowDifficulty,
  rowChance,
  rowReturnToPlayer,
  ROWS,
} from '@palpite/games'
import { applyMargin, type MarginShape, rungBelow } from '@palpite/odds'
import { DEFAULT_MARGINS, footballPrices } from '@palpite/odds/football'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../tools/test/test-deps.ts'
import { cashierSettingsDefinition, LEAST_COST_BPS } from './cashier/index.ts'
import type { Deps } from './platform/deps.ts'
import { EACH_WAY_WORTH, movePrices, sportsbookSettings } from './sportsbook/index.ts'
import {
  countedOf,
  earningShares,
  type SettledStake,
  unrewardedOf,
  type WageringShares,
  wageringSettings,
} from './wagering/index.ts'

/** A way to stake: what it counts as when won and when lost, its chance, and the house edge. */
type Way = { kind: string; chance: number; edge: number; won: Stake; lost: Stake }
type Stake = SettledStake extends infer S ? (S extends unknown ? Omit<S, 'ownRiskedCents'> : never) : never

type Ratio = { n: bigint | number; d: bigint | number }
const share = ({ n, d }: Ratio) => Number(n) / Number(d)
const range = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, at) => from + at)
const targets = [
  ...range(101, 3_000),
  ...range(0, 300).map((at) => Math.min(100_000_000, Math.floor(3_000 * 1.036 ** at))),
]

const bet = (kind: string, priceMilli: number, chance: number, countedAt = priceMilli): Way => {
  const stake = { on: 'sports', priceMilli: countedAt } as const
  return { kind, chance, edge: 1 - (chance * priceMilli) / 1000, won: stake, lost: stake }
}
const small = (kind: GameCode, chance: number, returned: number): Way => {
  const stake = { on: 'smallGames', game: kind, chance } as const
  return { kind, chance, edge: 1 - returned, won: stake, lost: stake }
}
/** A climb aimed at this many steps: lost, it counts however far it would have gone. */
const climb = (kind: GameCode, chance: number, returned: number): Way => ({
  ...small(kind, chance, returned),
  lost: { on: 'smallGames', game: kind, chance: 0 },
})
const studio = (kind: string, returned: number): Way => ({
  kind,
  chance: 0.5,
  edge: 1 - returned,
  won: { on: 'studios' },
  lost: { on: 'studios' },
})

const slots = range(0, DOUBLE_SLOTS - 1)
const games = [
  ...range(1, 9_800).map((targetHundredths) => {
    const choice = { side: 'under', targetHundredths } as const
    return small('dice', diceChance(choice) / 10_000, share(diceReturnToPlayer(choice)))
  }),
  ...targets.map((target) =>
    small('limbo', limboChancePercent(target) / 100, share(limboReturnToPlayer(target))),
  ),
  ...range(1, 24).flatMap((count) =>
    range(1, 25 - count).map((safe) =>
      climb('mines', share(minesChance(count, safe)), share(minesReturnToPlayer(count, safe))),
    ),
  ),
  ...(Object.keys(ROW_DIFFICULTIES) as RowDifficulty[]).flatMap((difficulty) =>
    range(1, ROWS).map((row) =>
      climb('rowDouble', share(rowChance(difficulty, row)), share(rowReturnToPlayer(difficulty, row))),
    ),
  ),
  ...(['white', 'red', 'black'] as const).map((colour) =>
    small(
      'double',
      slots.filter((slot) => doubleColour(slot) === colour).length / DOUBLE_SLOTS,
      share(doubleReturnToPlayer(colour)),
    ),
  ),
  small('luckyColor', 0.5, share(luckyReturnToPlayer({ kind: 'colour', colour: 'red' }))),
  small('luckyColor', 0.2, share(luckyReturnToPlayer({ kind: 'colour', colour: 'violet' }))),
  small('luckyColor', 0.1, share(luckyReturnToPlayer({ kind: 'digit', digit: 7 }))),
  small('luckyColor', 0.5, share(luckyReturnToPlayer({ kind: 'size', size: 'big' }))),
  ...targets.map((target) => studio('crash', share(crashReturnToPlayer(target)))),
  studio('slot', share(countSlotRound().returnToPlayer)),
  studio('another studio’s game', 0.99), // the maximum the catalogue accepts
]

type Margins = { two: number; three: number; shape?: MarginShape }
type Book = { chances: number[]; prices: (number | undefined)[] }

/** Books over a fine grid of chances of two and three outcomes. */
const booksAt = ({ two, three, shape }: Margins): Book[] =>
  [
    ...range(1, 999).map((one) => ({ chances: [one / 1000, 1 - one / 1000], marginBps: two })),
    ...thirds.map((chances) => ({ chances, marginBps: three })),
  ]
    .filter(({ chances }) => chances.every((chance) => chance > 0.0005))
    .map(({ chances, marginBps }) => bookOf(chances, marginBps, shape))

/** The same with two of three outcomes winning. */
const doubleChancesAt = ({ three, shape }: Margins): Book[] =>
  thirds.map((chances) =>
    bookOf(
      chances.map((chance) => 1 - chance),
      three,
      shape,
    ),
  )

const thirds = range(1, 99).flatMap((one) =>
  range(1, 99 - one).map((other) => [one / 100, other / 100, (100 - one - other) / 100]),
)

function bookOf(chances: number[], marginBps: number, shape?: MarginShape): Book {
  const winners = chances.reduce((sum, chance) => sum + chance, 0)
  const shares = chances.map((chance) => chance / winners)
  const implied = applyMargin(shares, marginBps, shape)
  return { chances, prices: implied.map((share) => rungBelow(1 / (share * winners))) }
}

const singlesOf = (kind: string, { chances, prices }: Book) =>
  prices.flatMap((price, at) => (price === undefined ? [] : [bet(kind, price, chances[at] ?? 0)]))

/** The prices of a book after moves by stakes: each outcome in turn is shortened this much. */
const movedBy = (maxBps: number, { chances, prices }: Book): Way[] =>
  chances.flatMap((_, shortened) => {
    const outcomes = prices.map((price, at) => ({
      code: String(at),
      priceMilli: price ?? 0,
      shortenedBps: at === shortened ? maxBps : 0,
    }))
    if (prices.includes(undefined)) return []
    const [market] = movePrices([{ type: 'any', period: 'full', lineQuarters: null, side: null, outcomes }])
    return singlesOf('a price that was moved', { chances, prices: market?.pricesMilli ?? [] })
  })

/** Books at the house's margins, and the same after the maximum price moves. */
const { matchResult, totals } = sportsbookSettings.marginsBps
const house = { two: totals, three: matchResult }
const books = booksAt(house)
const singles = books.flatMap((book) => singlesOf('single', book))
const [move] = sportsbookSettings.priceMoves
const moved = books.flatMap((book) => movedBy(move?.maxBps ?? 0, book))

/** The same bet on this many matches at once, as one parlay; its odds rounded down. */
const combined = (kind: string, legs: number, { chance, edge }: Way, counted?: number): Way => {
  const price = ((1 - edge) / chance) ** legs
  const priceMilli = Math.floor(price * 1000 + 1e-6)
  return bet(kind, priceMilli, chance ** legs, counted)
}
const sizes = [2, 3, 4, 6, 8, 12]
const parlays = singles.flatMap((one) => sizes.map((legs) => combined('parlay', legs, one)))
/** A nearly certain leg beside an uncertain one. */
const priceOf = ({ chance, edge }: Way) => ((1 - edge) / chance) * 1000
const surest = singles.filter((one) => priceOf(one) < 1_100)
const uneven = surest.flatMap((sure) =>
  singles.map((one) =>
    bet('a sure leg and another', (priceOf(sure) * priceOf(one)) / 1000, sure.chance * one.chance),
  ),
)
/** A combination of a system counts by the lowest one: here alone, as a longer one would count too. */
const systems = singles.flatMap((one) => [bet('system', priceOf(one), one.chance)])
/** Each way on so many events, at the bounds of its offer: both halves multiply apart, and no win is worth more than it costs. */
const eachWayOn = (events: number): Way => {
  const { both, place: most } = EACH_WAY_WORTH
  const worths = range(0, 100).flatMap((hundredth) => {
    const place = (most * hundredth) / 100
    return both - place <= 1 ? [place ** events + (both - place) ** events] : []
  })
  return {
    ...bet(events === 1 ? 'each way' : 'each way over events', 3_500, 1),
    edge: 1 - Math.max(...worths) / 2,
  }
}
const eachWay = range(1, 12).map(eachWayOn)

const ways = [...games, ...singles, ...moved, ...parlays, ...uneven, ...systems, ...eachWay]
const kinds = [...new Set(ways.map(({ kind }) => kind))]

/** The average counted part of a stake, in cents per cent. */
function countedShare(shares: WageringShares, { chance, won, lost }: Way): number {
  const of = (stake: Stake) =>
    countedOf({ shares }, { ...stake, ownRiskedCents: 10_000 } as SettledStake).contributedE4 / 100_000_000
  return chance * of(won) + (1 - chance) * of(lost)
}

/** The cost of the cheapest of these ways for each counted cent. */
const leastCost = (shares: WageringShares, of: readonly Way[]): number =>
  of.reduce((least, one) => {
    const counted = countedShare(shares, one)
    return counted === 0 ? least : Math.min(least, one.edge / counted)
  }, Number.POSITIVE_INFINITY)

/** The best average profit of a gift: itself, less the cost of wagering all that came with it. */
const profitOf = ({ mainCents, grantCents, times }: Gift, cost: number): number =>
  grantCents - cost * (mainCents + times * grantCents)

type Gift = { id: string; mainCents: number; grantCents: number; times: number }

const above = 1e-6 // a ten-thousandth of a cent: the precision of doubles

let deps: Deps
let close: () => Promise<void>
let gifts: Gift[]
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const rows = await deps.db<(Omit<Gift, 'times'> & { isOfPanel: boolean })[]>`
    select id, price_cents as "mainCents", bonus_grant_cents as "grantCents", curreny = 'EXPPAY' as "isOfPanel"
      from cashier_package where bonus_grant_cents > 0 and curreny in ('INSBRL', 'EXPPAY')
    union all
    select 'later-' || price_cents / 100, price_cents, later_bonus_grant_cents, false
      from cashier_package_rule where later_bonus_grant_cents > 0
     order by id`
  const { wagering, panelWagering } = cashierSettingsDefinition.defaults
  gifts = rows.map(({ isOfPanel, ...row }) => ({
    ...row,
    times: (isOfPanel ? panelWagering : wagering).bonus,
  }))
})
afterAll(() => close())

/** The average earning part of a stake, in cents per cent. */
function earningShare({ chance, won, lost }: Way): number {
  const of = (stake: Stake) =>
    1 - unrewardedOf(10_000, { ...stake, ownRiskedCents: 10_000 } as SettledStake) / 10_000
  return chance * of(won) + (1 - chance) * of(lost)
}

/** The cheapest of these at each price: others at the same price need no check. */
const cheapest = (of: readonly Way[]): Way[] =>
  [...Map.groupBy(of, (one) => Math.round(priceOf(one)))].map(([, same]) =>
    same.reduce((least, one) => (one.edge < least.edge ? one : least)),
  )

describe('stakes earn less than they cost, whatever they are on', () => {
  /** Game bonus and commission of all levels at the current rates. */
  let rate: number
  beforeAll(async () => {
    const [row] = await deps.db<{ bps: number }[]>`
      select (select max(rate_bps) from rewards_game_bonus_rate)
           + (select sum(rate_bps) from rewards_commission_rate)::int as bps`
    rate = (row?.bps ?? 0) / 10_000
  })
  const paying = (of: readonly Way[]) => of.filter((one) => rate * earningShare(one) > one.edge + above)

  test('a player and three above earn 0.95 % of a whole stake at the current rates', () => {
    expect(rate).toBeCloseTo(0.0095, 9)
  })

  test.each(kinds)('in %s, at whichever price', (kind) => {
    expect(paying(ways.filter((one) => one.kind === kind))).toEqual([])
  })

  test.each(['power', 'shin'] as const)(
    'at prices of the shape %s, of single and double chances, with the maximum price moves an operator may set',
    (shape) => {
      const every = [...booksAt({ ...house, shape }), ...doubleChancesAt({ ...house, shape })]
      const prices = every.flatMap((book) => [
        ...singlesOf('single', book),
        ...[100, 300, 2_000].flatMap((maxBps) => movedBy(maxBps, book)),
      ])
      expect(paying(prices)).toEqual([])
      // A parlay that earns has a leg that earns by itself, or legs that each cost their share of the minimum earning
      // odds.
      const part = (one: Way) => Math.log(1 - one.edge) / Math.log(priceOf(one) / 1000)
      const least = Math.log(1 - rate) / Math.log(earningShares.minPriceMilli / 1000)
      const short = cheapest(prices).filter((one) => priceOf(one) < earningShares.minPriceMilli)
      expect(short.length).toBeGreaterThan(20)
      expect(short.filter((one) => part(one) > least)).toEqual([])
    },
  )

  test('at margins of 2.5 and 3 %, which an operator may set, without price moves', () => {
    expect(paying(booksAt({ two: 250, three: 300 }).flatMap((book) => singlesOf('single', book)))).toEqual([])
  })

  test('whole stakes would earn more than they cost: the check detects it', () => {
    const whole = (of: readonly Way[]) => of.filter((one) => rate > one.edge)
    const mines = ways.filter((one) => one.kind === 'mines')
    expect(whole(mines).length).toBeGreaterThan(0)
    expect(Math.min(...mines.map(({ edge }) => edge))).toBeCloseTo(0.0056, 6)
    expect(whole(singles).length).toBeGreaterThan(0)
    // The finer the chances, the cheaper the cheapest: at odds of 1.20 it costs 0.94 %.
    const finer = range(1_500, 1_800).map((one) => bookOf([one / 2_000, 1 - one / 2_000], totals))
    const prices = whole(finer.flatMap((book) => [300, 1_000].flatMap((maxBps) => movedBy(maxBps, book))))
    expect(Math.max(...prices.map((one) => Math.round(priceOf(one))))).toBe(1_200)
  })
})

describe('S28: a gift of a later top-up has no average profit', () => {
  test('there are such gifts on the main page, in the game and on the bonus panel', () => {
    expect(new Set(gifts.map(({ id }) => id.split('-')[0]))).toEqual(new Set(['later', 'game', 'panel']))
  })

  test.each(kinds)('when wagered in %s, at any price', (kind) => {
    const cost = leastCost(
      wageringSettings.shares,
      ways.filter((one) => one.kind === kind),
    )
    for (const gift of gifts) {
      expect({ gift: gift.id, pays: profitOf(gift, cost) > above }).toEqual({ gift: gift.id, pays: false })
    }
  })

  test('when as much of every stake counts as an operator may set', () => {
    const shares = {
      ...wageringSettings.shares,
      minPriceMilli: 1_400,
      smallGamesBps: 5_000,
      maxChanceBps: 7_500,
    }
    const cost = leastCost(shares, ways)
    expect(gifts.filter((gift) => profitOf(gift, cost) > above)).toEqual([])
  })

  test('staking on two markets of one match, so that one pays for the other, wagers nothing', () => {
    // Each of the two would cost what it counts; count-turnover.test.ts shows that neither counts.
    const bets = [betsOnMatch(1.5, 1.1), betsOnMatch(2.6, 0.5), betsOnMatch(0.8, 0.9)].flat()
    expect(bets.length).toBeGreaterThan(30)
    const cost = leastCost(wageringSettings.shares, bets)
    expect(gifts.filter((gift) => profitOf(gift, cost) > above)).toEqual([])
  })

  test('the cheapest way costs a cent for each counted real, and no gift requires less', () => {
    expect(leastCost(wageringSettings.shares, ways)).toBeCloseTo(0.01, 6)
    // It bounds the plans of packages.
    expect(leastCost(wageringSettings.shares, ways)).toBeCloseTo(LEAST_COST_BPS / 10_000, 6)
  })

  test('with earlier gifts it would: the check detects it', () => {
    const cost = leastCost(wageringSettings.shares, ways)
    const before = { id: 'later-2000', mainCents: 200_000, grantCents: 18_000, times: 2 }
    expect(profitOf(before, cost)).toBeGreaterThan(15_000)
  })
})

/**
 * All bets offered on one match, of 1X2 and of whole and half lines, of the match and its first half, from one score
 * grid.
 */
const betsOnMatch = (home: number, away: number): Way[] =>
  footballPrices(
    { expected: { home, away, rho: 0 }, clock: { phase: 'before', minute: 0 }, score: { home: 0, away: 0 } },
    { margins: { ...DEFAULT_MARGINS, matchResult, totals }, shape: sportsbookSettings.marginShape },
  )
    .filter(({ market: { lineQuarters = 2 } }) => lineQuarters % 4 === 2)
    .flatMap(({ outcomes }) =>
      outcomes.flatMap(({ chance, priceMilli }) =>
        priceMilli === undefined ? [] : [bet('one match', priceMilli, chance)],
      ),
    )
