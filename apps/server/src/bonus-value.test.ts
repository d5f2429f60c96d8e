import {
  crashReturnToPlayer,
  diceMultiplier,
  diceReturnToPlayer,
  DOUBLE_PAYS,
  doubleReturnToPlayer,
  limboReturnToPlayer,
  LUCKY_PAYS,
  luckyReturnToPlayer,
  minesMultiplier,
  minesReturnToPlayer,
  rowMultiplier,
  rowReturnToPlayer,
  ROWS,
} from '@palpite/games'
import { offeredPrices } from '@palpite/odds'
import { DEFAULT_MARGINS, footballPrices } from '@palpite/odds/football'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../tools/test/test-deps.ts'
import type { Deps } from './platform/deps.ts'
import { rewardsSettingsDefinition, seedActivities } from './rewards/index.ts'
import { sportsbookSettings } from './sportsbook/index.ts'
import { bonusSpanE4, type ContributingGame, countedOf, wageringSettings } from './wagering/index.ts'

/** A way to stake: what it pays, how often, and for how much of a lost stake it counts as well. */
type Way = { game: ContributingGame; priceMilli: number; chance: number; edge: number; countsLost: boolean }

type Ratio = { n: bigint | number; d: bigint | number }
const share = ({ n, d }: Ratio) => Number(n) / Number(d)
const range = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, at) => from + at)

/** A bet with this return: its chance follows. Lost rounds of climbing games count whatever they were played for. */
const way = (game: ContributingGame, priceMilli: number, returned: number, countsLost = false): Way => ({
  game,
  priceMilli,
  chance: (returned * 1000) / priceMilli,
  edge: 1 - returned,
  countsLost,
})

const dice = range(1, 9_800).map((chance) => {
  const bet = { side: 'under', targetHundredths: chance } as const
  return way('dice', Math.floor(diceMultiplier(bet) / 10), share(diceReturnToPlayer(bet)))
})
const limbo = [
  ...range(101, 3_000),
  ...range(0, 300).map((at) => Math.min(100_000_000, Math.floor(3_000 * 1.036 ** at))),
].map((target) => way('limbo', target * 10, share(limboReturnToPlayer(target))))
const mines = range(1, 24).flatMap((count) =>
  range(1, 25 - count).map((safe) =>
    way('mines', minesMultiplier(count, safe) * 10, share(minesReturnToPlayer(count, safe)), true),
  ),
)
const rows = (['easy', 'medium', 'hard', 'expert', 'master'] as const).flatMap((difficulty) =>
  range(1, ROWS).map((row) =>
    way('rowDouble', rowMultiplier(difficulty, row) * 10, share(rowReturnToPlayer(difficulty, row)), true),
  ),
)
const double = (['white', 'red', 'black'] as const).map((colour) =>
  way('double', DOUBLE_PAYS[colour] * 10, share(doubleReturnToPlayer(colour))),
)
const lucky = [
  way('luckyColor', LUCKY_PAYS.colour * 10, share(luckyReturnToPlayer({ kind: 'colour', colour: 'red' }))),
  way('luckyColor', LUCKY_PAYS.violet * 10, share(luckyReturnToPlayer({ kind: 'colour', colour: 'violet' }))),
  way('luckyColor', LUCKY_PAYS.digit * 10, share(luckyReturnToPlayer({ kind: 'digit', digit: 7 }))),
  way('luckyColor', LUCKY_PAYS.size * 10, share(luckyReturnToPlayer({ kind: 'size', size: 'big' }))),
]

/** Singles at the book's margins, over a fine grid of chances of two and three outcomes. */
const { matchResult, totals } = sportsbookSettings.marginsBps
const books = [
  ...range(1, 999).map((one) => ({ chances: [one / 1000, 1 - one / 1000], marginBps: totals })),
  ...range(1, 99).flatMap((one) =>
    range(1, 99 - one).map((other) => ({
      chances: [one / 100, other / 100, (100 - one - other) / 100],
      marginBps: matchResult,
    })),
  ),
].filter(({ chances }) => chances.every((chance) => chance > 0.0005))
const football = books.flatMap(({ chances, marginBps }) =>
  offeredPrices(chances, marginBps).flatMap((price, at) =>
    price === undefined ? [] : [way('football', price, ((chances[at] ?? 0) * price) / 1000)],
  ),
)

/** The same bet on so many matches at once, as one parlay. */
const combined = (game: ContributingGame, legs: number, { priceMilli, chance }: Way): Way => {
  const all = Math.floor((priceMilli / 1000) ** legs * 1000)
  return way(game, all, (chance ** legs * all) / 1000)
}
const parlays = football.flatMap((one) => [2, 3, 6, 12].map((legs) => combined('parlay', legs, one)))
/** Of a system each combination is a parlay that counts by the lowest of its legs, and is lost as often as that one. */
const systems = football.flatMap((one) =>
  [2, 3].map((legs) => ({ ...combined('system', legs, one), priceMilli: one.priceMilli })),
)

/** Games of studios return at most 99 %, as the crash does at every target; lost rounds count whatever they were for. */
const studio = range(101, 3_000).map((target) =>
  way('studio', target * 10, share(crashReturnToPlayer(target)), true),
)

const ways = {
  dice,
  limbo,
  mines,
  rowDouble: rows,
  double,
  luckyColor: lucky,
  football,
  parlay: parlays,
  system: systems,
  studio,
}
const games = Object.keys(ways) as ContributingGame[]

type Gift = { id: string; mainCents: number; grantCents: number; times: number }

/** What of a stake such a bet contributes on average, and when it wins, in cents for each cent. */
function contributed(rules: typeof wageringSettings, { game, priceMilli, chance, countsLost }: Way) {
  const at = (milli: number) =>
    countedOf(rules, { game, priceMilli: milli, ownRiskedCents: 10_000 }).contributedE4 / 100_000_000
  const whenWon = at(priceMilli)
  const whenLost = countsLost ? at(rules.minPriceMilli) : whenWon
  return { onAverage: chance * whenWon + (1 - chance) * whenLost, whenWon }
}

/** What a gift brings at best to whoever goes on with this one bet until it is wagered, in cents. */
function profitOfGrinding(rules: typeof wageringSettings, gift: Gift, bet: Way): number {
  const { onAverage } = contributed(rules, bet)
  if (onAverage === 0) return 0 // never wagered: the bonus never becomes cash
  const neededCents = Math.max(gift.mainCents, bonusSpanE4(gift.grantCents, gift.times) / 10_000 / onAverage)
  return gift.grantCents - neededCents * bet.edge
}

/** The same of whoever first stakes all own money on one bet, and wagers the rest only after a win. */
function profitOfOneGreatBet(rules: typeof wageringSettings, gift: Gift, bet: Way, rest: Way): number {
  const first = contributed(rules, bet).whenWon * gift.mainCents
  const { onAverage } = contributed(rules, rest)
  const neededCents = Math.max(0, bonusSpanE4(gift.grantCents, gift.times) / 10_000 - first) / onAverage
  return -bet.edge * gift.mainCents + bet.chance * (gift.grantCents - neededCents * rest.edge)
}

/** All bets on one match that are served, of 1X2 and of whole and half lines, of the match and its first half, from one grid of scores. */
const betsOnMatch = (home: number, away: number): Way[] =>
  footballPrices(
    { expected: { home, away, rho: 0 }, clock: { phase: 'before', minute: 0 }, score: { home: 0, away: 0 } },
    { margins: { ...DEFAULT_MARGINS, matchResult, totals }, shape: sportsbookSettings.marginShape },
  )
    .filter(({ market: { lineQuarters = 2 } }) => lineQuarters % 4 === 2)
    .flatMap(({ outcomes }) =>
      outcomes.flatMap(({ chance, priceMilli }) =>
        priceMilli === undefined ? [] : [way('football', priceMilli, (chance * priceMilli) / 1000)],
      ),
    )

/** How often a gift of rewards is wagered. */
const rewarded = rewardsSettingsDefinition.defaults.wageredTimes

let deps: Deps
let close: () => Promise<void>
let gifts: Gift[]
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  await seedActivities(deps)
  gifts = await deps.db<Gift[]>`
    select id, price_cents as "mainCents", bonus_grant_cents as "grantCents",
           case when curreny = 'EXPPAY' then 1 else 2 end as times
      from cashier_package where bonus_grant_cents > 0
     union all
    select 'vip-' || level, 0, award_cents, ${rewarded} from rewards_vip_level where award_cents > 0
     union all
    select 'ladder-' || step, 0, award_cents, ${rewarded} from rewards_ladder_step
     union all
    select 'checkIn-' || streak_day, 0, amount_cents, ${rewarded} from rewards_check_in_prize
     union all
    select 'activity-' || activity_id || step, 0, prize_cents, ${rewarded} from rewards_activity_step
     union all
    select 'stakes-' || starts_on, 0, max_release_cents, 1 from rewards_game_bonus_rate
     union all
    select 'commission-' || starts_on, 0, 100000, ${rewarded} from rewards_commission_rate where level = 1
     order by id`
})
afterAll(() => close())

const above = 1e-6 // a ten-thousandth of a cent: what doubles lose

describe('S28: a gift brings nobody a profit on average', () => {
  test('there are gifts of every kind: those of top-ups, and those of rewards', () => {
    expect(new Set(gifts.map(({ id }) => id.split('-')[0]))).toEqual(
      new Set([
        'first',
        'later',
        'game',
        'panel',
        'vip',
        'ladder',
        'checkIn',
        'activity',
        'stakes',
        'commission',
      ]),
    )
  })

  test.each(games)('who wagers it in %s, at whichever price', (game) => {
    for (const gift of gifts) {
      const best = Math.max(...ways[game].map((bet) => profitOfGrinding(wageringSettings, gift, bet)))
      expect({ gift: gift.id, pays: best > above }).toEqual({ gift: gift.id, pays: false })
    }
  })

  test('who stakes on two markets of one match, so that one pays for the other', () => {
    const matches = [betsOnMatch(1.5, 1.1), betsOnMatch(2.6, 0.5), betsOnMatch(0.8, 0.9)]
    for (const bets of matches) {
      expect(bets.length).toBeGreaterThan(10)
      const gains = bets.flatMap((one) =>
        bets.map((other) => {
          // Stakes that bring the same whichever of the two wins.
          const staked = [one, other].map((bet) => ({ bet, cents: 1_000_000 / bet.priceMilli }))
          const cost = staked.reduce((sum, { bet, cents }) => sum + cents * bet.edge, 0)
          const counted = staked.reduce(
            (sum, { bet, cents }) => sum + cents * contributed(wageringSettings, bet).onAverage,
            0,
          )
          return counted / 2 - cost
        }),
      )
      expect(Math.max(...gains)).toBeLessThanOrEqual(above)
    }
  })

  test.each(games)('who first stakes all own money on one great bet in %s', (game) => {
    // The cheapest way to wager what is left, of all games.
    const cost = (bet: Way) => {
      const { onAverage } = contributed(wageringSettings, bet)
      return onAverage === 0 ? Number.POSITIVE_INFINITY : bet.edge / onAverage
    }
    const all = games.flatMap((one) => ways[one])
    const rest = all.reduce((best, bet) => (cost(bet) < cost(best) ? bet : best))
    for (const gift of gifts) {
      const best = Math.max(
        ...ways[game].map((bet) => profitOfOneGreatBet(wageringSettings, gift, bet, rest)),
      )
      expect({ gift: gift.id, pays: best > above }).toEqual({ gift: gift.id, pays: false })
    }
  })

  test('no bet contributes more than twice its edge, so no order of bets does either', () => {
    for (const bet of games.flatMap((game) => ways[game])) {
      const { onAverage } = contributed(wageringSettings, bet)
      expect({ ...bet, pays: onAverage > 2 * bet.edge + 1e-9 }).toEqual({ ...bet, pays: false })
    }
  })

  test('with full contribution it would: the check catches what it is for', () => {
    const full = {
      ...wageringSettings,
      minPriceMilli: 1010,
      contributions: {
        ...wageringSettings.contributions,
        dice: [{ fromPriceMilli: 1010, shareBps: 10_000 }],
      },
    }
    const gift = gifts.find(({ id }) => id === 'first-2000')
    const best = Math.max(...dice.map((bet) => (gift ? profitOfGrinding(full, gift, bet) : 0)))
    expect(best).toBeGreaterThan(50_000)
  })
})
