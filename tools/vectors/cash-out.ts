import { cents } from '@palpite/money'
import {
  cashOutOffer,
  type CashOutLeg,
  chancesFromOdds,
  checkMarket,
  combinationCount,
  isPriceMilli,
  leastShares,
  lineQuarters,
  LOST,
  type MarketRef,
  type MarketType,
  type MatchState,
  marketType,
  type Period,
  possibleResolutions,
  priceMilli,
  refundBounds,
  type Resolution,
  resolution,
  sharesOf,
  type Sport,
  WON,
} from '@palpite/odds'
import { sportsbookSettings } from '../../apps/server/src/sportsbook/index.ts'
import { attempt, differs, list, number, object, text, verdict, type Check, type Json } from './case.ts'
import { compareFields, unreadOf, unreadOfCase } from './fields.ts'
import { foldsOf } from './settlement-folds.ts'
import { periodNamed, WHOLE_MATCH } from './settlement-periods.ts'
import { plainWord, resolutionNamed } from './settlement-results.ts'
import { sportNamed } from './settlement-sports.ts'
import { stateOf } from './settlement-state.ts'

/** The house's offer for open bets: at most their best return, and at least this much. */
export const checkCashOuts = (file: unknown): Check[] =>
  list(object(file)['cases'] ?? file).map((value, place) => {
    const one = object(value)
    const id = `cash-out ${place + 1} ${text(one['name']) ?? ''}`.trim()
    return attempt(id, () => checkOne(id, one))
  })

const READ = 'name sport stakeCents unitStakeCents type folds legs expect'
const READ_LEG =
  'sport market period set quarter half inning frame line side outcome priceMilli price banker score state minute ' +
  'prices suspended status result'

const checkOne = (id: string, one: Json): Check => {
  const legs = list(one['legs']).map(object)
  const read = legs.map((leg) => legOf(leg, one['sport']))
  const skip = read.find((leg) => 'skip' in leg)
  if (skip && 'skip' in skip) return { verdict: 'skipped', id, what: skip.skip }
  const known = read.flatMap((leg) => ('leg' in leg ? [leg] : []))
  const free = known.filter(({ leg }) => !leg.banker).length
  const folds = foldsIn(one, free)
  if (!folds || known.length === 0) return { verdict: 'skipped', id, what: `bet of ${known.length} legs` }
  const offerCents = offered(one, known, folds)
  const expected = object(one['expect'])
  const [most, least] = [number(expected['atMostCents']), number(expected['atLeastCents'])]
  if (most === undefined && least === undefined && expected['suspended'] === undefined)
    return { verdict: 'failed', id, why: 'nothing is expected' }
  const { wrongs, unread } = compareFields('expect', expected, {
    atMostCents: () =>
      most === undefined || offerCents > most
        ? `${offerCents} is offered, at most ${most} expected`
        : undefined,
    atLeastCents: () =>
      least === undefined || offerCents < least
        ? `${offerCents} is offered, at least ${least} expected`
        : undefined,
    suspended: (value) => differs('suspended', value, offerCents === 0),
  })
  const ofLegs = [
    ...legs.flatMap((leg) => unreadOfCase('a leg', leg, READ_LEG)),
    ...known.flatMap(({ unread: names }) => names),
  ]
  return verdict(id, wrongs, [...unread, ...unreadOfCase('the case', one, READ), ...new Set(ofLegs)])
}

const foldsIn = (one: Json, free: number): readonly number[] | undefined => {
  const listed = list(one['folds']).flatMap((fold) => number(fold) ?? [])
  if (listed.length > 0) return listed
  return one['type'] === undefined ? [free] : foldsOf(text(one['type']) ?? '', free)
}

/** The house's current offer: undefined while a leg is suspended, or once all are known. */
const offered = (one: Json, known: readonly Known[], folds: readonly number[]): number => {
  const legs = known.map(({ leg }) => leg)
  const unit = { unitStakeCents: cents(1), folds, legs }
  const combinations = Number(combinationCount(unit))
  const unitStake = number(one['unitStakeCents']) ?? (number(one['stakeCents']) ?? Number.NaN) / combinations
  if (!Number.isSafeInteger(unitStake) || unitStake < 1) throw new Error('the stake cannot be read')
  if (legs.every((leg) => leg.resolution)) return 0
  const { reductionBps } = sportsbookSettings.cashOut
  const offer = cashOutOffer({ ...unit, unitStakeCents: cents(unitStake) }, reductionBps)
  return offer.ok ? offer.value.offerCents : 0
}

type Known = { readonly leg: CashOutLeg; readonly unread: readonly string[] }
type Read = Known | { readonly skip: string }

const legOf = (leg: Json, sportOfCase: unknown): Read => {
  const price = number(leg['priceMilli']) ?? Math.round((number(leg['price']) ?? 0) * 1000)
  if (!isPriceMilli(price)) throw new Error(`price ${String(text(leg['priceMilli']))} cannot be read`)
  const own = { priceMilli: priceMilli(price), banker: leg['banker'] === true }
  if (leg['result'] !== undefined) {
    const known = resultOf(leg['result'])
    return known
      ? { leg: { ...own, resolution: known }, unread: [] }
      : { skip: `result ${String(text(leg['result']))}` }
  }
  const name = text(leg['market']) ?? 'no market'
  const sport = sportNamed(leg['sport'] ?? name.split('.')[0]) ?? sportNamed(sportOfCase)
  const open = RUNNERS.test(name)
    ? runnerOf(leg)
    : sport
      ? marketOf(leg, name, sport)
      : { skip: `sport of ${name}` }
  if ('skip' in open) return open
  const { possible, ref, unread } = open
  const factor = ({ won, refunded }: Shares) => won * price + refunded * 1000
  const best = possible.toSorted((a, b) => factor(sharesOf(b)) - factor(sharesOf(a)))[0]
  const chance = isSuspended(leg) ? undefined : chanceOf(leg, name)
  if (chance === undefined) return { leg: own, unread }
  const refunds = ref && refundBounds(ref, [])
  const shares = leastShares({ price: price / 1000, chance, possible, ...(refunds ? { refunds } : {}) })
  return { leg: { ...own, chance: shares.won, refundChance: shares.refunded, best }, unread }
}

type Shares = ReturnType<typeof sharesOf>

const isSuspended = (leg: Json): boolean =>
  leg['suspended'] === true || ['suspended', 'closed', 'stopped'].includes(plainWord(leg['status']))

/** A named result, or the won part of a stake: `won 3/4`. */
const resultOf = (written: unknown): Resolution | undefined => {
  const [, won, of] = /^won (\d+)\/(\d+)$/.exec(text(written) ?? '') ?? []
  return won === undefined ? resolutionNamed(written, undefined) : resolution(Number(won), 0, Number(of))
}

/** The outcome's chance by its market's prices; undefined without a price. */
const chanceOf = (leg: Json, name: string): number | undefined => {
  const priced = Object.entries(object(leg['prices'])).flatMap(([outcome, written]) => {
    const odds = number(written)
    return odds !== undefined && odds > 1 ? [{ outcome, odds }] : []
  })
  const winners = name.endsWith('double_chance') ? 2 : (number(leg['places']) ?? 1)
  const chances = chancesFromOdds(
    priced.map(({ odds }) => odds),
    { shape: sportsbookSettings.marginShape, winners },
  )
  return chances[priced.findIndex(({ outcome }) => outcome === text(leg['outcome']))]
}

type Open = {
  readonly possible: readonly Resolution[]
  readonly ref?: MarketRef
  readonly unread: readonly string[]
}

/** A market of a field of runners. */
const RUNNERS = /^(?:racing|outright)\./

/** A runner wins, is placed, or is not; dead heats are at most a win. */
const runnerOf = (leg: Json): Open | { skip: string } =>
  leg['outcome'] === undefined ? { skip: 'a runner' } : { possible: [WON, LOST], unread: [] }

const marketOf = (leg: Json, name: string, sport: Sport): Open | { skip: string } => {
  const type = marketType(name) ?? marketType(`${sport}.${name}`)
  if (!type) return { skip: `market ${sport} ${name}` }
  const period = periodOf(leg, type, sport)
  if (!period) return { skip: `period of ${name}` }
  const line = leg['line'] === undefined ? undefined : lineQuarters(number(leg['line']) ?? Number.NaN)
  const side = leg['side'] === 'home' || leg['side'] === 'away' ? { side: leg['side'] } : {}
  const ref: MarketRef = {
    type: type.id,
    period,
    ...(line === undefined ? {} : { lineQuarters: line }),
    ...side,
  } as MarketRef
  const refusal = checkMarket(ref)
  if (refusal) return { skip: `market ${name} ${period}: ${refusal}` }
  const outcome = text(leg['outcome']) ?? ''
  if (!type.outcomes.includes(outcome)) return { skip: `selection ${outcome} of ${name}` }
  const { state, unread } = matchStateOf(leg, type, { sport, line: line ?? 0 })
  return { possible: possibleResolutions(ref, outcome, state), ref, unread }
}

/** A leg's match state: running unless stated; unknown counts are absent. */
const matchStateOf = (leg: Json, type: MarketType, { sport, line }: { sport: Sport; line: number }) => {
  const { score, state, minute } = leg
  if (score === undefined && state === undefined)
    return { state: { sport, ending: 'running', counts: {} } as const, unread: [] }
  const reported: Json = {
    status: 'running',
    ...(minute === undefined || sport !== 'football' ? {} : { minute }),
    ...object(state),
  }
  const { state: matchState, fields } = stateOf(sport, { one: { score, state: reported }, type, line })
  const bestOf = number(
    /\d+/.exec(text(reported['best_of'] ?? reported['bestOf'] ?? object(score)['best_of']) ?? '')?.[0],
  )
  return { state: withDistance(matchState, bestOf), unread: unreadOf('the state', fields) }
}

/** The match distance gives the maximum and minimum number of sets or frames. */
const withDistance = (state: MatchState, bestOf: number | undefined): MatchState => {
  const key = state.counts['frames.full'] ? 'frames.full' : 'sets.full'
  const won = state.counts[key]
  if (!won || won.max !== undefined || bestOf === undefined) return state
  const min = won.home + won.away + Math.floor(bestOf / 2) + 1 - Math.max(won.home, won.away)
  return { ...state, counts: { ...state.counts, [key]: { ...won, min, max: bestOf } } }
}

const PARTS = ['set', 'quarter', 'half', 'inning', 'frame'] as const

/** A leg's period: by name, by number, or the market's whole match. */
const periodOf = (leg: Json, type: MarketType, sport: Sport): Period | undefined => {
  const isOffered = (period: Period) => Object.hasOwn(type.periods, period)
  const part = PARTS.find((name) => leg[name] !== undefined)
  if (part) return [`${part}${String(text(leg[part]))}` as Period].find(isOffered)
  const written = text(leg['period'])
  if (written === undefined) return WHOLE_MATCH.periods.find(isOffered) ?? onlyPeriod(type)
  const exact = Object.keys(type.periods).find((period) => period === written)
  return (exact as Period | undefined) ?? periodNamed(plainWord(written), sport)?.periods.find(isOffered)
}

const onlyPeriod = ({ periods }: MarketType): Period | undefined => {
  const all = Object.keys(periods) as Period[]
  return all.length === 1 ? all[0] : undefined
}
