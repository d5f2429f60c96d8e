import { cents } from '@palpite/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyMargin } from '../margin/apply-margin.ts'
import { checkMarket } from '../markets/check-market.ts'
import type { MarketRef, MarketType } from '../markets/market-type.ts'
import { possibleResolutions } from '../markets/possible.ts'
import { resolveOutcome } from '../markets/resolve.ts'
import type { CountKey, MatchState, Period, Stat } from '../markets/state.ts'
import { MARKET_TYPES } from '../markets/table.ts'
import { priceMilli } from '../price.ts'
import { LOST, VOID, type Resolution } from '../resolution.ts'
import { SPORTS, type Sport } from '../sports.ts'
import { fightState } from '../states/fight-state.ts'
import { frameMatchState } from '../states/frame-state.ts'
import { periodCounts, periodMatchState } from '../states/period-state.ts'
import type { SetScore, SetSport } from '../states/set-score.ts'
import { setMatchState } from '../states/set-state.ts'
import { cashOutOffer, type CashOutLeg } from './cash-out.ts'
import { chancesFromOdds, leastShares, type LegShares, type PricedBeside, refundBounds } from './leg-worth.ts'
import { singleReturn } from './single.ts'

// A match is a tree: at each node one of a few things happens, with chances drawn for that node. What a market is worth
// at a node is then known exactly, and the best moment to sell a bet is found from the leaves back.

/** A match as it stands after these steps; `steps` are the choices there are next, none once it is over. */
type Script = {
  readonly stateOf: (history: readonly number[]) => MatchState
  readonly choices: (history: readonly number[]) => number
}

type Pair = readonly [home: number, away: number]

/** Counts by periods, so much in each. */
const periods = (
  sport: Sport,
  stat: Stat,
  parts: readonly (readonly Pair[])[],
  extra?: readonly Pair[],
): Script => {
  const isLevel = (history: readonly number[]) =>
    history.slice(0, parts.length).reduce((lead, choice, at) => {
      const [home, away] = parts[at]?.[choice] ?? [0, 0]
      return lead + home - away
    }, 0) === 0
  const isOver = (history: readonly number[]) =>
    history.length > parts.length || (history.length === parts.length && !(extra && isLevel(history)))
  return {
    choices: (history) => (isOver(history) ? 0 : (parts[history.length] ?? extra ?? []).length),
    stateOf: (history) => {
      const played = history.slice(0, parts.length).map((choice, at) => {
        const [home, away] = parts[at]?.[choice] ?? [0, 0]
        return { home, away }
      })
      const [home, away] = extra?.[history[parts.length] ?? -1] ?? [0, 0]
      const more = history.length > parts.length ? { extra: { home, away } } : {}
      const ending = isOver(history) ? 'finished' : 'running'
      return periodMatchState({ sport, stat, ending, periods: played, isLastOpen: false, ...more })
    },
  }
}

/** Football by four parts, two of them before half-time, with as many corners and cards as goals; who goes through is said. */
const football: Script = {
  choices: (history) => (history.length < 4 ? 3 : 0),
  stateOf: (history) => {
    const goals = (from: number, to: number) => ({
      home: history.slice(from, to).filter((choice) => choice === 1).length,
      away: history.slice(from, to).filter((choice) => choice === 2).length,
    })
    const halves = history.length > 2 ? [goals(0, 2), goals(2, 4)] : [goals(0, 2)]
    const ending = history.length === 4 ? 'finished' : 'running'
    const countsOf = (stat: Stat) =>
      periodCounts({ sport: 'football', stat, ending, periods: halves, isLastOpen: history.length !== 2 })
    const { home, away } = goals(0, 4)
    const counts = { ...countsOf('goals'), ...countsOf('corners'), ...countsOf('cards') }
    return {
      sport: 'football',
      ending,
      counts,
      ...(ending === 'finished' && home === away ? { winner: 'away' } : {}),
    }
  },
}

const SETS: Readonly<Record<SetSport, readonly SetScore[]>> = {
  tennis: [
    [6, 2],
    [7, 6],
    [4, 6],
    [5, 7],
  ],
  volleyball: [
    [25, 17],
    [19, 25],
    [28, 30],
  ],
  badminton: [
    [21, 12],
    [18, 21],
    [30, 29],
  ],
  table_tennis: [
    [11, 3],
    [9, 11],
    [16, 14],
  ],
}

const sets = (sport: SetSport, bestOf: number): Script => {
  const scores = (history: readonly number[]) =>
    history.map((choice): SetScore => SETS[sport][choice] ?? [0, 0])
  const isOver = (history: readonly number[]) => {
    const home = scores(history).filter(([own, other]) => own > other).length
    return Math.max(home, history.length - home) > bestOf / 2
  }
  return {
    choices: (history) => (isOver(history) ? 0 : SETS[sport].length),
    stateOf: (history) =>
      setMatchState({
        sport,
        bestOf,
        sets: scores(history),
        ending: isOver(history) ? 'finished' : 'running',
      }),
  }
}

const FRAMES: readonly Pair[] = [
  [70, 20],
  [41, 66],
]

const snooker: Script = {
  choices: (history) =>
    Math.max(...[0, 1].map((side) => history.filter((one) => one === side).length)) === 3 ? 0 : 2,
  stateOf: (history) =>
    frameMatchState({
      bestOf: 5,
      frames: history.map((choice) => FRAMES[choice] ?? [0, 0]),
      ending: snooker.choices(history) === 0 ? 'finished' : 'running',
    }),
}

const ROUNDS = 4
/** Each round: it goes on, or either stops the other; after the last the judges say who. */
const boxing: Script = {
  choices: (history) =>
    history.slice(0, ROUNDS).some((choice) => choice > 0) || history.length > ROUNDS ? 0 : 3,
  stateOf: (history) => {
    const stopped = history.slice(0, ROUNDS).findIndex((choice) => choice > 0)
    if (stopped >= 0)
      return fightState({
        result: 'knockout',
        winner: history[stopped] === 1 ? 'home' : 'away',
        round: stopped + 1,
        isPastHalf: true,
      })
    const winner = (['draw', 'home', 'away'] as const)[history[ROUNDS] ?? -1]
    if (winner) return fightState({ result: 'decision', winner, rounds: ROUNDS })
    const fought = { home: history.length, away: 0, over: false, max: ROUNDS }
    return { sport: 'boxing', ending: 'running', counts: { 'rounds.full': fought } }
  },
}

const quarter: readonly Pair[] = [
  [28, 20],
  [19, 27],
  [24, 24],
]
const inning: readonly Pair[] = [
  [1, 0],
  [0, 1],
]
const cricketInnings = (at: 'home' | 'away'): readonly Pair[] =>
  [120, 150, 151].map((runs): Pair => (at === 'home' ? [runs, 0] : [0, runs]))

/** Cricket counts runs and wickets; a super over says who wins a tie. */
const cricketRuns = periods('cricket', 'runs', [cricketInnings('home'), cricketInnings('away')])
const cricket: Script = {
  ...cricketRuns,
  stateOf: (history) => {
    const runs = cricketRuns.stateOf(history)
    const wickets = periodCounts({
      sport: 'cricket',
      stat: 'wickets',
      ending: runs.ending,
      periods: history.map((choice, at) =>
        at === 0 ? { home: 4 + choice, away: 0 } : { home: 0, away: 8 - choice },
      ),
      isLastOpen: false,
    })
    const isTied = history.length === 2 && history[0] === history[1]
    return { ...runs, counts: { ...wickets, ...runs.counts }, ...(isTied ? { winner: 'away' } : {}) }
  },
}

const SCRIPTS: Readonly<Record<Exclude<Sport, 'racing'>, Script>> = {
  football,
  basketball: periods(
    'basketball',
    'points',
    [quarter, quarter, quarter, quarter],
    [
      [12, 9],
      [7, 11],
    ],
  ),
  american_football: periods(
    'american_football',
    'points',
    [quarter, quarter, quarter, quarter],
    [
      [3, 0],
      [0, 0],
    ],
  ),
  baseball: periods(
    'baseball',
    'runs',
    Array.from({ length: 9 }, (_, at) => (at % 2 === 0 ? inning : inning.slice(0, 1))),
    [
      [2, 1],
      [0, 1],
    ],
  ),
  cricket,
  tennis: sets('tennis', 3),
  volleyball: sets('volleyball', 5),
  badminton: sets('badminton', 3),
  table_tennis: sets('table_tennis', 5),
  snooker,
  boxing,
}

type Node = { state: MatchState; chances: number[]; next: Node[] }

/** Numbers in 0..1 that follow from a seed. */
const rollsOf = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const treeOf = ({ stateOf, choices }: Script, roll: () => number, history: readonly number[] = []): Node => {
  const parts = Array.from({ length: choices(history) }, () => roll() ** 3 + 0.02)
  const whole = parts.reduce((sum, part) => sum + part, 0)
  return {
    state: stateOf(history),
    chances: parts.map((part) => part / whole),
    next: parts.map((_, choice) => treeOf({ stateOf, choices }, roll, [...history, choice])),
  }
}

/** Some markets of a type: each period with a few lines around what may come out. */
const marketsOf = (type: MarketType, end: MatchState): MarketRef[] =>
  (Object.keys(type.periods) as Period[]).flatMap((period) => {
    const count = end.counts[`${type.stat}.${period}` as CountKey]
    if (!count && period !== 'all') return []
    const { home, away } = count ?? { home: 0, away: 0 }
    const middle = type.outcomes.includes('over') ? (type.needsSide ? home : home + away) : away - home
    const lines = type.line ? [-3, -2, 0].map((step) => middle * 4 + step) : [undefined]
    return lines
      .map((line): MarketRef => ({
        type: type.id,
        period,
        ...(line === undefined ? {} : { lineQuarters: line === 0 ? 0 : line }),
        ...(type.needsSide ? { side: 'home' } : {}),
      }))
      .filter((ref) => checkMarket(ref) === undefined)
  })

const MARGIN_BPS = 450
const STAKE = cents(10_000)

type Bet = {
  readonly market: MarketRef
  readonly outcomes: readonly string[]
  readonly at: number
  readonly price: number
}

type On = Pick<Bet, 'market' | 'outcomes'>

/** A market that its match did not come to is given back. */
const resolved = ({ market, outcomes }: On, { state }: Node): Resolution[] =>
  outcomes.map((outcome) => resolveOutcome(market, outcome, state) ?? VOID)

/** What was worked out for one tree, by market. */
type Kept = Map<string, Map<Node, LegShares[]>>

const sharesAt = (of: On, node: Node, all: Kept): LegShares[] => {
  const key = JSON.stringify(of.market)
  const kept = all.get(key) ?? new Map<Node, LegShares[]>()
  all.set(key, kept)
  const known = kept.get(node)
  if (known) return known
  const found =
    node.next.length === 0
      ? resolved(of, node).map(({ won, refunded, of: parts }) => ({
          won: won / parts,
          refunded: refunded / parts,
        }))
      : of.outcomes.map((_, at) =>
          node.next.reduce(
            (sum, next, way) => {
              const { won = 0, refunded = 0 } = sharesAt(of, next, all)[at] ?? {}
              const chance = node.chances[way] ?? 0
              return { won: sum.won + chance * won, refunded: sum.refunded + chance * refunded }
            },
            { won: 0, refunded: 0 },
          ),
        )
  kept.set(node, found)
  return found
}

/** The prices of a market at a node, with a margin put on by power, to the thousandth: a ladder's steps would hide an error. */
const pricesAt = (outcomes: readonly string[], shares: readonly LegShares[]): (number | undefined)[] => {
  const decided = shares.map(({ won, refunded }) => (refunded < 1 ? won / (1 - refunded) : 0))
  const whole = decided.reduce((sum, chance) => sum + chance, 0)
  const winners = winnersOf(outcomes)
  if (decided.filter((chance) => chance > 1e-9).length < 2) return outcomes.map(() => undefined)
  const book = applyMargin(
    decided.map((chance) => chance / whole),
    MARGIN_BPS,
  )
  return book.map((implied) => {
    const price = Math.floor(1000 / (implied * winners))
    return implied > 0 && price > 1000 ? price : undefined
  })
}

/** Two outcomes of a double chance win. */
const winnersOf = ([first]: readonly string[]): number => (first === 'home_draw' ? 2 : 1)

type Valuation = (bet: Bet, node: Node, kept: Kept) => CashOutLeg | undefined

const legOf = ({ price }: Bet, { won, refunded }: LegShares): CashOutLeg => ({
  priceMilli: priceMilli(price),
  chance: won,
  refundChance: refunded,
})

/** As where a model prices the match: the shares are known. */
const byModel: Valuation = (bet, node, kept) => ({
  ...legOf(bet, sharesAt(bet, node, kept)[bet.at] ?? { won: 0, refunded: 0 }),
  best: bestOf(bet, possibleResolutions(bet.market, bet.outcomes[bet.at] ?? '', node.state)),
})

const bestOf = ({ price }: Bet, possible: readonly Resolution[]): Resolution =>
  possible.reduce(
    (best, one) => (worthOf(one, price) > worthOf(best, price) ? one : best),
    possible[0] ?? LOST,
  )

const worthOf = ({ won, refunded, of }: Resolution, price: number) => (won * price + refunded * 1000) / of

/** The markets that tell how often this one gives stakes back, with their prices. */
const besideAt = ({ market }: On, node: Node, kept: Kept): PricedBeside[] => {
  const line = market.lineQuarters
  const result = `${market.type.split('.')[0]}.1x2`
  const refs: MarketRef[] =
    line === undefined
      ? [{ type: result, period: market.period === 'all' ? 'full' : market.period }]
      : [-3, -2, -1, 1, 2, 3]
          .map((step) => ({ ...market, lineQuarters: line + step }))
          .filter(({ lineQuarters }) => Math.abs(lineQuarters % 4) === 2)
  return refs
    .filter((ref) => checkMarket(ref) === undefined)
    .map((ref) => {
      const outcomes = MARKET_TYPES.find(({ id }) => id === ref.type)?.outcomes ?? []
      const prices = pricesAt(outcomes, sharesAt({ market: ref, outcomes }, node, kept))
      return {
        market: ref,
        outcomes: outcomes.flatMap((outcome, at) =>
          prices[at] === undefined ? [] : [{ outcome, odds: (prices[at] ?? 0) / 1000 }],
        ),
      }
    })
}

/** As where nothing but the prices is known. */
const byPrices: Valuation = (bet, node, kept) => {
  const prices = pricesAt(bet.outcomes, sharesAt(bet, node, kept))
  const own = prices[bet.at]
  if (own === undefined) return undefined
  const open = prices.flatMap((price) => (price === undefined ? [] : [price / 1000]))
  const winners = winnersOf(bet.outcomes)
  const chances = chancesFromOdds(open, { shape: 'power', winners, fullBook: 1 + MARGIN_BPS / 10_000 })
  const chance = chances[prices.slice(0, bet.at).filter((price) => price !== undefined).length] ?? 0
  const possible = possibleResolutions(bet.market, bet.outcomes[bet.at] ?? '', node.state)
  const refunds = refundBounds(bet.market, besideAt(bet, node, kept))
  return {
    ...legOf(bet, leastShares({ price: bet.price / 1000, chance, possible, refunds })),
    best: bestOf(bet, possible),
  }
}

/** What a bet is worth to a player who sells it at the best moment, with no reduction to pay; and what it can return. */
const stopAt = (bet: Bet, node: Node, value: Valuation, kept: Kept): { worth: number; most: number } => {
  if (node.next.length === 0) {
    const paid = singleReturn(STAKE, priceMilli(bet.price), resolved(bet, node)[bet.at] ?? LOST)
    return { worth: paid, most: paid }
  }
  const later = node.next.map((next) => stopAt(bet, next, value, kept))
  const waiting = later.reduce((sum, { worth }, way) => sum + worth * (node.chances[way] ?? 0), 0)
  const most = Math.max(...later.map((one) => one.most))
  const leg = value(bet, node, kept)
  const offer = leg && cashOutOffer({ unitStakeCents: STAKE, folds: [1], legs: [leg] }, 0)
  const offerCents = offer?.ok ? offer.value.offerCents : 0
  if (offerCents > most)
    throw new Error(`${offerCents} is offered for what returns ${most}: ${JSON.stringify([bet, node.state])}`)
  return { worth: Math.max(waiting, offerCents), most }
}

const leafOf = (node: Node): Node => (node.next[0] ? leafOf(node.next.at(-1) ?? node.next[0]) : node)

describe('selling at the best moment', () => {
  test.each(SPORTS.filter((sport) => sport !== 'racing'))(
    'gains nothing on any market of %s, and no offer is above what the bet can still return',
    (sport) => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const root = treeOf(SCRIPTS[sport], rollsOf(seed))
          const kept: Kept = new Map()
          for (const type of MARKET_TYPES.filter((one) => one.sport === sport)) {
            for (const market of marketsOf(type, leafOf(root).state)) {
              const of = { market, outcomes: type.outcomes }
              const prices = pricesAt(type.outcomes, sharesAt(of, root, kept))
              for (const [at, price] of prices.entries()) {
                if (price === undefined) continue
                for (const value of [byModel, byPrices]) {
                  const { worth } = stopAt({ ...of, at, price }, root, value, kept)
                  expect(worth, `${JSON.stringify(market)} ${type.outcomes[at]}`).toBeLessThanOrEqual(STAKE)
                }
              }
            }
          }
        }),
        { numRuns: Number(process.env['TREES'] ?? 1) },
      )
    },
    600_000,
  )

  test('is caught where a half win is valued as a whole one', () => {
    const root = treeOf(football, rollsOf(7))
    const asWhole: Valuation = (bet, node, kept) => {
      const { won, refunded } = sharesAt(bet, node, kept)[bet.at] ?? { won: 0, refunded: 0 }
      return legOf(bet, { won: refunded < 1 ? won / (1 - refunded) : 0, refunded: 0 })
    }
    const market = { type: 'football.total', period: 'full', lineQuarters: 9 } as const
    const of = { market, outcomes: ['over', 'under'] }
    const kept: Kept = new Map()
    const [, price = 0] = pricesAt(of.outcomes, sharesAt(of, root, kept))
    expect(() => stopAt({ ...of, at: 1, price }, root, asWhole, kept)).toThrow('is offered for what returns')
  })
})
