import { fraction, type Cents } from '@palpite/money'
import { add, floor, fractionFromDecimal, type Fraction } from '@palpite/money/fraction'
import {
  combinationCount,
  combineEachWay,
  exactMultipleReturn,
  fullCoverFolds,
  HALF_LOST,
  HALF_WON,
  isFullCover,
  isPriceMilli,
  LOST,
  multipleResultCode,
  multipleReturn,
  resolveFinish,
  someOf,
  VOID,
  WON,
  type MultipleBet,
  type PriceMilli,
  type Resolution,
} from '@palpite/odds'
import { differs, list, number, object, text, verdict, type Check, type Json } from './case.ts'
import { readsAs, wholeCents } from './settlement-expectation.ts'

const RESULTS: Readonly<Record<string, Resolution>> = {
  won: WON,
  lost: LOST,
  void: VOID,
  half_won: HALF_WON,
  half_lost: HALF_LOST,
}

/** The folds of a bet by the name files give it; full covers are known by the product, the rest by their counts. */
const foldsOf = (type: string, legs: number): readonly number[] | undefined => {
  const name = type === 'canadian' ? 'super_yankee' : type.replace(/^super(?=[a-z])/, 'super_')
  if (isFullCover(name)) return fullCoverFolds(name, legs)
  const some = /^system_(\d+)_of_(\d+)$/.exec(type)
  if (some) return Number(some[2]) === legs ? someOf(Number(some[1]), legs) : undefined
  return PARLAYS.includes(type) ? [legs] : undefined
}

const PARLAYS: readonly string[] =
  'single double treble accumulator parlay fourfold fivefold sixfold sevenfold eightfold ninefold tenfold'.split(
    ' ',
  )

/** A bet with legs: parlay, system or each-way. */
export const checkMultiples = (id: string, one: Json): Check => {
  const legs = list(one['legs']).map(object)
  const type = text(one['type']) ?? 'no type'
  const folds = foldsOf(type, legs.length)
  if (!folds) return { verdict: 'skipped', id, what: `bet type ${type}` }
  const unitStakeCents = wholeCents(one['unit_stake'])
  if (unitStakeCents === undefined) return { verdict: 'failed', id, why: 'unit stake cannot be read' }
  const bet = { id, one, legs, folds, unitStakeCents }
  return one['places'] === undefined ? checkResultLegs(bet) : checkEachWayLegs(bet)
}

type Bet = {
  readonly id: string
  readonly one: Json
  readonly legs: readonly Json[]
  readonly folds: readonly number[]
  readonly unitStakeCents: Cents
}

const wholePrice = (odds: unknown): PriceMilli | undefined => {
  const milli = (number(odds) ?? 0) * 1000
  const rounded = Math.round(milli)
  return Math.abs(milli - rounded) < 1e-6 && isPriceMilli(rounded) ? rounded : undefined
}

const checkResultLegs = ({ id, one, legs, folds, unitStakeCents }: Bet): Check => {
  const read = legs.map((leg) => ({
    priceMilli: wholePrice(leg['odds']),
    resolution: RESULTS[text(leg['result']) ?? ''],
  }))
  const known = read.flatMap(({ priceMilli, resolution }) =>
    priceMilli && resolution ? [{ priceMilli, resolution }] : [],
  )
  if (known.length < legs.length)
    return { verdict: 'skipped', id, what: 'leg result or odds of more than 3 decimals' }
  const bet: MultipleBet = { unitStakeCents, legs: known, folds }
  const exact = exactMultipleReturn(bet)
  if (!exact) return { verdict: 'failed', id, why: 'the bet is still open' }
  const expected = object(one['expect'])
  const count = Number(combinationCount(bet))
  const code = multipleResultCode(bet)
  return verdict(id, [
    readsAs('payout', expected, exact),
    differs('cents', Number(floor(exact)), multipleReturn(bet)),
    ...checkCosts({ expected, count, unitStakeCents }),
    expected['code'] === undefined ? undefined : differs('code', expected['code'], code),
  ])
}

type Costs = { readonly expected: Json; readonly count: number; readonly unitStakeCents: Cents }

const checkCosts = ({ expected, count, unitStakeCents }: Costs): (string | undefined)[] => [
  expected['units'] === undefined ? undefined : differs('units', expected['units'], count),
  expected['total_stake'] === undefined
    ? undefined
    : readsAs('total_stake', expected, fraction(unitStakeCents * count)),
]

/** Ways not to be placed. */
const UNPLACED = ['unplaced', 'lost', 'PU', 'F', 'UR', 'DNF', 'null']

/** Where a leg of an each-way bet finished, in the file's words. */
const finishOf = (leg: Json, places: number): { win: Resolution; place: Resolution } | undefined => {
  const position = leg['position']
  if (position === 'NR' || position === 'void') return { win: VOID, place: VOID }
  if (UNPLACED.includes(String(position))) return { win: LOST, place: LOST }
  const finish = number(position)
  const tied = number(leg['dead_heat_share']) ?? 1
  if (finish === undefined) return undefined
  return { win: resolveFinish(finish, tied, 1), place: resolveFinish(finish, tied, places) }
}

const checkEachWayLegs = ({ id, one, legs, folds, unitStakeCents }: Bet): Check => {
  const places = number(one['places']) ?? 0
  const [n, d] = (text(one['place_fraction']) ?? '').split('/').map(Number)
  const terms = { places, fractionOfOdds: { n: n ?? 0, d: d ?? 1 } }
  const known = legs.flatMap((leg) => {
    const finish = finishOf(leg, places)
    const price = fractionFromDecimal(text(leg['odds']) ?? '')
    return finish && price ? [{ ...finish, price, terms }] : []
  })
  if (known.length < legs.length) return { verdict: 'skipped', id, what: 'each-way position' }
  const { win, place } = combineEachWay(fraction(unitStakeCents), folds, known)
  const expected = object(one['expect'])
  const dummy = legs.map((leg) => ({ priceMilli: wholePrice(leg['odds']) }))
  const bet = {
    unitStakeCents,
    folds,
    legs: dummy.flatMap(({ priceMilli }) => (priceMilli ? [{ priceMilli }] : [])),
  }
  const part = (field: string, value: Fraction) =>
    expected[field] === undefined ? undefined : readsAs(field, expected, value)
  return verdict(id, [
    part('win_part', win),
    part('place_part', place),
    readsAs('payout', expected, add(win, place)),
    ...checkCosts({ expected, count: 2 * Number(combinationCount(bet)), unitStakeCents }),
  ])
}
