import {
  combinationCount,
  combinedFactor,
  combineEachWay,
  exactMultipleReturn,
  isPriceMilli,
  LOST,
  multipleResultCode,
  multipleReturn,
  priceMilli,
  resolveFinish,
  resultCode,
  resultName,
  returnFactor,
  VOID,
  type MultipleBet,
  type PriceMilli,
  type Resolution,
  type ResultCode,
  type ResultName,
} from '@palpite/odds'
import { cents } from '@palpite/money'
import { add, floor, fraction, multiply, type Fraction } from '@palpite/money/fraction'
import { differs, list, number, object, text, verdict, type Check, type Json } from './case.ts'
import { compareFields, unreadOfCase, type Comparisons } from './fields.ts'
import { moneyComparisons, readCents, readFraction, readsAs, wholeCents } from './settlement-expectation.ts'
import { foldsOf } from './settlement-folds.ts'
import { plainWord, resolutionNamed, resultNamed } from './settlement-results.ts'

/** A bet with legs: parlay, system or each-way. */
export const checkMultiples = (id: string, one: Json): Check => {
  const legs = list(one['legs']).map(object)
  const type = text(one['type']) ?? 'no type'
  const free = legs.filter((leg) => leg['banker'] !== true).length
  const folds = foldsOf(type, free)
  if (!folds || legs.length === 0) return { verdict: 'skipped', id, what: `bet type ${type} of ${free} legs` }
  const unitStake = readCents(one['unit_stake'])
  if (!unitStake || unitStake.n < 0n) return { verdict: 'failed', id, why: 'unit stake cannot be read' }
  const bet = { id, one, legs, folds, unitStake }
  const isEachWay = one['places'] !== undefined || plainWord(one['market']) === 'each_way'
  return isEachWay ? checkEachWayLegs(bet) : checkResultLegs(bet)
}

type Bet = {
  readonly id: string
  readonly one: Json
  readonly legs: readonly Json[]
  readonly folds: readonly number[]
  readonly unitStake: Fraction
}

/** A price the product takes, if this is one: above one, in whole thousandths. */
const wholePrice = ({ n, d }: Fraction): PriceMilli | undefined => {
  const milli = Number((n * 1000n) / d)
  return (n * 1000n) % d === 0n && isPriceMilli(milli) ? milli : undefined
}

const priceOf = (leg: Json): Fraction | undefined => {
  const price = readFraction(leg['odds'])
  return price && price.n > price.d ? price : undefined
}

type Known = { readonly price: Fraction; readonly resolution: Resolution; readonly banker: boolean }

const checkResultLegs = (bet: Bet): Check => {
  const { id, legs, folds, unitStake } = bet
  const known: Known[] = []
  for (const [place, leg] of legs.entries()) {
    const price = priceOf(leg)
    const resolution = resolutionNamed(leg['result'], leg['dead_heat_share'])
    if (!price) return { verdict: 'failed', id, why: `odds of leg ${place + 1} cannot be read` }
    if (!resolution) return { verdict: 'skipped', id, what: `leg result ${String(text(leg['result']))}` }
    known.push({ price, resolution, banker: leg['banker'] === true })
  }
  const factors = (isBanker: boolean) =>
    known.filter(({ banker }) => banker === isBanker).map((leg) => returnFactor(leg.resolution, leg.price))
  const exact = multiply(unitStake, combinedFactor(factors(false), folds, factors(true)))
  const code = codeOf(known, exact)
  return checkBet(bet, exact, {
    units: unitsOf(bet),
    comparisons: {
      result: (value) => differs('result', resultNamed(value) ?? value, code.name),
      code: (value) => differs('code', number(value), code.code),
    },
    product: checkProduct(bet, known, exact),
  })
}

/** One leg alone is a single, with half results; of several legs there are only won, refunded and lost. */
const codeOf = (known: readonly Known[], exact: Fraction): { name: ResultName; code: ResultCode } => {
  const [first] = known
  if (first && known.length === 1)
    return { name: resultName(first.resolution), code: resultCode(first.resolution) }
  if (exact.n === 0n) return { name: 'lost', code: 20 }
  const isRefund = known.every(({ resolution: { refunded, of } }) => refunded === of)
  return isRefund ? { name: 'void', code: 90 } : { name: 'won', code: 10 }
}

/** The product's own bet, if it accepts the stake and prices. */
const checkProduct = (bet: Bet, known: readonly Known[], exact: Fraction): (string | undefined)[] => {
  const unitStakeCents = wholeCents(bet.unitStake)
  const legs = known.flatMap(({ price, ...rest }) => {
    const priceMilli = wholePrice(price)
    return priceMilli ? [{ ...rest, priceMilli }] : []
  })
  if (unitStakeCents === undefined || legs.length < known.length) return []
  const product: MultipleBet = { unitStakeCents, legs, folds: bet.folds }
  const got = exactMultipleReturn(product)
  return [
    differs('exact return', `${exact.n}/${exact.d}`, got && `${got.n}/${got.d}`),
    differs('cents', Number(floor(exact)), multipleReturn(product)),
    known.length > 1 ? differs('code', codeOf(known, exact).code, multipleResultCode(product)) : undefined,
  ]
}

/** How many unit stakes the bet has, counted by the product; the prices do not matter to that. */
const unitsOf = ({ legs, folds }: Bet): number => {
  const counted = legs.map((leg) => ({ priceMilli: priceMilli(2000), banker: leg['banker'] === true }))
  return Number(combinationCount({ unitStakeCents: cents(100), folds, legs: counted }))
}

type Answer = {
  readonly units: number
  readonly comparisons: Comparisons
  readonly product: readonly (string | undefined)[]
}

/** What this page reads of a bet and of its legs. */
const READ = 'market type unit_stake places place_fraction legs expect sport selection fixture'
const READ_LEG = 'odds result position dead_heat_share banker market selection sport line period horse runner'

const checkBet = ({ id, one, legs, unitStake }: Bet, exact: Fraction, answer: Answer): Check => {
  const totalStake = multiply(unitStake, fraction(answer.units))
  const count = (value: unknown) => differs('units', number(value), answer.units)
  const { wrongs, unread } = compareFields('expect', object(one['expect']), {
    units: count,
    combinations: count,
    total_stake: (value) => readsAs('total_stake', value, totalStake),
    ...moneyComparisons(exact, totalStake),
    ...answer.comparisons,
  })
  const ofLegs = legs.flatMap((leg) => unreadOfCase('a leg', leg, READ_LEG))
  return verdict(
    id,
    [...wrongs, ...answer.product],
    [...unread, ...unreadOfCase('the case', one, READ), ...new Set(ofLegs)],
  )
}

/** Ways not to be placed, and not to have run. */
const UNPLACED =
  'unplaced lost lose pu f fell ur unseated bd ro rr su dnf null none out dq dsq disqualified'.split(' ')
const NON_RUNNER = 'nr void voided non_runner nonrunner withdrawn scratched did_not_start dns'.split(' ')

const MOST_TIED = 40

/** Where a leg of an each-way bet finished, in the file's words. */
const finishOf = (leg: Json, places: number): { win: Resolution; place: Resolution } | undefined => {
  const written = leg['position'] ?? leg['result'] ?? null
  const word = written === null ? 'null' : plainWord(written)
  if (NON_RUNNER.includes(word)) return { win: VOID, place: VOID }
  if (UNPLACED.includes(word)) return { win: LOST, place: LOST }
  const ordinal = /^(\d+)(st|nd|rd|th)?$/.exec(word)
  const finish = word === 'won' || word === 'winner' ? 1 : Number(ordinal?.[1] ?? Number.NaN)
  const tied = number(leg['dead_heat_share'] ?? 1)
  const isTie = tied !== undefined && Number.isSafeInteger(tied) && tied >= 1 && tied <= MOST_TIED
  if (!isTie || !Number.isSafeInteger(finish) || finish < 1) return undefined
  return { win: resolveFinish(finish, tied, 1), place: resolveFinish(finish, tied, places) }
}

const checkEachWayLegs = (bet: Bet): Check => {
  const { id, one, legs, folds, unitStake } = bet
  const places = number(one['places'])
  const share = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text(one['place_fraction']) ?? '')
  if (places === undefined || !Number.isSafeInteger(places) || places < 1 || !share)
    return { verdict: 'failed', id, why: 'place terms cannot be read' }
  const terms = { places, fractionOfOdds: { n: Number(share[1]), d: Number(share[2]) } }
  const known = legs.flatMap((leg) => {
    const finish = finishOf(leg, places)
    const price = priceOf(leg)
    return finish && price ? [{ ...finish, price, terms, banker: leg['banker'] === true }] : []
  })
  if (known.length < legs.length) return { verdict: 'skipped', id, what: 'each-way position or odds' }
  const { win, place } = combineEachWay(unitStake, folds, known)
  return checkBet(bet, add(win, place), {
    units: 2 * unitsOf(bet),
    comparisons: {
      win_part: (value) => readsAs('win_part', value, win),
      place_part: (value) => readsAs('place_part', value, place),
    },
    product: [],
  })
}
