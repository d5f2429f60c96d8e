import {
  exactSingleReturn,
  isPriceMilli,
  resultCode,
  resultName,
  returnFactor,
  singleReturn,
  type Resolution,
} from '@palpite/odds'
import { floor, multiply, type Fraction } from '@palpite/money/fraction'
import { attempt, differs, list, number, object, text, verdict, type Check, type Json } from './case.ts'
import { compareFields, unreadOfCase } from './fields.ts'
import { moneyComparisons, readCents, readFraction, wholeCents } from './settlement-expectation.ts'
import { resolveCase } from './settlement-market.ts'
import { checkMultiples } from './settlement-multiple.ts'
import { resultNamed } from './settlement-results.ts'

/** Settled bets: what the selection resolves to, its code, and what the bet returns, exactly and in cents. */
export const checkSettlement = (file: unknown): Check[] =>
  casesOf(file).map((value, place) => {
    const one = object(value)
    const id = text(one['id']) ?? `case ${place + 1}`
    return attempt(id, () => checkCase(id, one))
  })

/** The cases of a file: in groups, in one list, or the file itself is the list. */
const casesOf = (file: unknown): readonly unknown[] => {
  const { groups, cases, vectors } = object(file)
  if (Array.isArray(groups)) return groups.flatMap((group) => list(object(group)['cases']))
  return list(cases ?? vectors ?? file)
}

const checkCase = (id: string, one: Json): Check => {
  if (!hasAnswer(object(one['expect']))) return { verdict: 'failed', id, why: 'nothing is expected' }
  if (Array.isArray(one['legs'])) return checkMultiples(id, one)
  const resolved = resolveCase(one)
  if ('skip' in resolved) return { verdict: 'skipped', id, what: resolved.skip }
  if (!resolved.resolution)
    return { verdict: 'failed', id, why: 'the market is still open, or its count is not given' }
  return checkSingle(id, one, { ...resolved, resolution: resolved.resolution })
}

/** A case must say what comes of the bet, not only who checked it. */
const hasAnswer = (expected: Json): boolean =>
  ['result', 'code', 'payout', 'payout_cents'].some((name) => text(expected[name]) !== undefined)

/** What `resolveCase` reads of a case, and this page. */
const READ = 'odds stake stake_cents expect sport market period selection line home_line score state uof'

type Resolved = { readonly resolution: Resolution; readonly unread?: readonly string[] }

const checkSingle = (id: string, one: Json, { resolution, unread = [] }: Resolved): Check => {
  const price = readFraction(one['odds'])
  const stake = readCents(one['stake'])
  if (!price || !stake || price.n <= price.d || stake.n < 0n)
    return { verdict: 'failed', id, why: 'odds or stake cannot be read' }
  const exact = multiply(stake, returnFactor(resolution, price))
  const { wrongs, unread: unexpected } = compareFields('expect', object(one['expect']), {
    result: (value) => differs('result', resultNamed(value) ?? value, resultName(resolution)),
    code: (value) => differs('code', number(value), resultCode(resolution)),
    ...moneyComparisons(exact, stake),
  })
  return verdict(
    id,
    [...wrongs, checkProduct({ stake, price, resolution, exact })],
    [...unexpected, ...unread, ...unreadOfCase('the case', one, READ)],
  )
}

type Single = {
  readonly stake: Fraction
  readonly price: Fraction
  readonly resolution: Resolution
  readonly exact: Fraction
}

/** The product's everyday path, whole numbers all the way, where stake and price are whole: our exact return, rounded down. */
const checkProduct = ({ stake, price, resolution, exact }: Single): string | undefined => {
  const stakeCents = wholeCents(stake)
  const milli = multiply(price, { n: 1000n, d: 1n })
  const priceMilli = Number(floor(milli))
  if (stakeCents === undefined) return undefined
  const product = exactSingleReturn(stakeCents, price, resolution)
  const apart = differs('exact return', String(floor(exact)), String(floor(product)))
  if (apart !== undefined || milli.d !== 1n || !isPriceMilli(priceMilli)) return apart
  return differs('cents', Number(floor(exact)), singleReturn(stakeCents, priceMilli, resolution))
}
