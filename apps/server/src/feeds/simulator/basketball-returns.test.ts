import type { SportStates } from '@palpite/contract'
import { priceFraction, priceMilli, returnFactor, type Side } from '@palpite/odds'
import { expect, test } from 'vitest'
import { isInPlay, priceFixture, sportOf, sportsbookSettings as settings } from '../../sportsbook/index.ts'
import { simulationOf, sportSimulations } from './match-simulation.ts'
import { SHAPES } from './simulations/quarters.ts'
import { type MatchSimulation, type Moment, playAt } from './simulations/simulation.ts'

/** A longer run finds smaller faults: `BASKETBALL_MATCHES=20000 npx vitest run .../basketball-returns`. */
const LONG = Number(process.env['BASKETBALL_MATCHES'] ?? 0)
const MATCHES = LONG || 300
const ERRORS = 3
const { quarterSeconds: QUARTER_SECONDS, rate: RATE } = SHAPES.basketball
/** A bet is accepted this long after it was placed, if its market is open at both moments. */
const DELAY_SECONDS = 3
/** Bets of a rule whose moment takes bets: fewer would prove nothing. */
const MIN_BETS = 20
const model = { margin: 3, total: 224, drawing: 'possessions' }

type Quarters = SportStates['quarters']
/** Backs the side that lost the given number of points between two moments of a quarter (seconds left). */
type Rule = {
  readonly quarters: readonly number[]
  readonly left: number
  readonly since: number
  readonly behind: readonly [least: number, most: number]
  readonly isBacked: (type: string, period: string) => boolean
  /** Nothing can be bet on at this moment. */
  readonly isClosed?: boolean
}

const quarterHandicap = (type: string, period: string) =>
  type.endsWith('.handicap') && period.startsWith('quarter')
const matchHandicap = (type: string, period: string) => type.endsWith('.handicap') && period === 'all'
const quarterResult = (type: string, period: string) =>
  /\.(?:draw_no_bet|1x2)$/.test(type) && period.startsWith('quarter')
const lastMark = (left: number) => Math.ceil((left + 1) / 120) * 120
const behindSinceMark = (left: number, quarters: readonly number[]) =>
  ({ quarters, left, since: lastMark(left), behind: [3, 99] }) as const

const rules: Record<string, Rule> = {
  'match handicap, 90 s left': { ...behindSinceMark(90, [4]), isBacked: matchHandicap, isClosed: true },
  'match handicap, 180 s left': { ...behindSinceMark(180, [4]), isBacked: matchHandicap },
  'quarter handicap, 60 s left': {
    ...behindSinceMark(60, [1, 2, 3]),
    isBacked: quarterHandicap,
    isClosed: true,
  },
  'quarter handicap, 180 s left': { ...behindSinceMark(180, [1, 2, 3]), isBacked: quarterHandicap },
  'quarter handicap, 620 s left': { ...behindSinceMark(620, [1, 2, 3]), isBacked: quarterHandicap },
  'quarter result, 180 s left': {
    quarters: [1, 2, 3],
    left: 180,
    since: QUARTER_SECONDS,
    behind: [4, 7],
    isBacked: quarterResult,
  },
  'quarter result, 230 s left': {
    quarters: [1, 2, 3],
    left: 230,
    since: QUARTER_SECONDS,
    behind: [4, 7],
    isBacked: quarterResult,
  },
}

const simulations = Array.from(
  { length: MATCHES },
  (_, place) => simulationOf('basketball', model, `returns ${place}`) as MatchSimulation<Quarters>,
)

const LIMIT = { timeout: LONG > 0 ? 3_600_000 : 60_000 }

const allGains = (rule: Rule) =>
  simulations.flatMap((simulation) => rule.quarters.flatMap((quarter) => gainsOf(simulation, quarter, rule)))

const named = Object.entries(rules)

test.each(named.filter(([, rule]) => !rule.isClosed))(
  'backing the side behind does not pay: %s',
  LIMIT,
  (_, rule) => {
    const gains = allGains(rule)
    expect(gains.length).toBeGreaterThan(MIN_BETS)
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
    const squares = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0)
    expect(mean - (ERRORS * Math.sqrt(squares)) / gains.length).toBeLessThanOrEqual(0)
  },
)

test.each(named.filter(([, rule]) => rule.isClosed))('no bet is taken so late: %s', LIMIT, (_, rule) => {
  expect(allGains(rule)).toEqual([])
})

/** The mean gain of the rule's bets at its moment of a quarter; none if it does not apply. */
function gainsOf(simulation: MatchSimulation<Quarters>, quarter: number, rule: Rule): number[] {
  const begun = simulation.find(({ state }) => state.periods.length === quarter)?.second ?? 0
  const at = (left: number) => begun + Math.round((QUARTER_SECONDS - left) * RATE)
  const stop = sportSimulations.basketball.stopSeconds ?? 0
  const plays = [0, DELAY_SECONDS].map((seconds) => playAt(simulation, at(rule.left) + seconds, stop))
  const taken = plays[1]
  const isOpen = plays.every((play) => play && !play.isStopped && isInPlay(play.matchStatus))
  if (!taken || !isOpen || taken.state.isBreak || taken.state.periods.length !== quarter) return []
  const lead = leadIn(taken.state) - leadIn(playAt(simulation, at(rule.since), 0)?.state)
  const [least, most] = rule.behind
  if (Math.abs(lead) < least || Math.abs(lead) > most) return []
  const end = simulation.at(-1)
  const gains = end ? gainsOn(lead > 0 ? 'away' : 'home', { taken, end, rule }) : []
  return gains.length > 0 ? [gains.reduce((sum, gain) => sum + gain, 0) / gains.length] : []
}

type Bet = {
  readonly taken: NonNullable<ReturnType<typeof playAt<Quarters>>>
  readonly end: Moment<Quarters>
  readonly rule: Rule
}

/** The gain of one unit on this side in each market of the rule. */
function gainsOn(side: Side, { taken, end, rule }: Bet): number[] {
  const { matchStatus, clock, state } = taken
  const offers = priceFixture(
    { sport: 'basketball', model, matchStatus, clock, state, runners: [] },
    settings,
  )
  return offers.flatMap(({ outcomes, ...market }) => {
    if (!rule.isBacked(market.type, market.period)) return []
    const codes = outcomes.map(({ code }) => code)
    const ended = { matchStatus: end.matchStatus, clock: end.clock, state: end.state, runners: [] }
    const results = sportOf('basketball').resolve(market, codes, ended)
    return outcomes.flatMap(({ code, priceMilli: price }) => {
      const result = code === side ? results.get(code) : undefined
      if (!result) return []
      const { n, d } = returnFactor(result, priceFraction(priceMilli(price)))
      return [Number(n) / Number(d) - 1]
    })
  })
}

/** The home side's lead within the latest quarter. */
function leadIn(state: Quarters | undefined): number {
  const [home = 0, away = 0] = state?.periods.at(-1) ?? []
  return home - away
}
