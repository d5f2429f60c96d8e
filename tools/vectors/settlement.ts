import {
  exactSingleReturn,
  isPriceMilli,
  resultCode,
  resultName,
  singleReturn,
  type Resolution,
} from '@palpite/odds'
import type { Cents } from '@palpite/money'
import { compare, floor, fractionFromDecimal, type Fraction } from '@palpite/money/fraction'
import { attempt, differs, list, object, text, verdict, type Check, type Json } from './case.ts'
import { readsAs, wholeCents } from './settlement-expectation.ts'
import { resolveCase } from './settlement-market.ts'
import { checkMultiples } from './settlement-multiple.ts'

/** Settled bets: what the selection resolves to, its code, and what the bet returns, exactly and in cents. */
export const checkSettlement = (file: unknown): Check[] =>
  list(object(file)['groups']).flatMap((group) =>
    list(object(group)['cases']).map((value) => {
      const one = object(value)
      const id = text(one['id']) ?? 'no id'
      return attempt(id, () => checkCase(id, one))
    }),
  )

const checkCase = (id: string, one: Json): Check => {
  if (Array.isArray(one['legs'])) return checkMultiples(id, one)
  const resolved = resolveCase(one)
  if ('skip' in resolved) return { verdict: 'skipped', id, what: resolved.skip }
  if (!resolved.resolution) return { verdict: 'failed', id, why: 'the market is still open' }
  return checkSingle(id, one, resolved.resolution)
}

const checkSingle = (id: string, one: Json, outcome: Resolution): Check => {
  const price = fractionFromDecimal(text(one['odds']) ?? '')
  const stake = wholeCents(one['stake'])
  if (!price || stake === undefined) return { verdict: 'failed', id, why: 'odds or stake cannot be read' }
  const expected = object(one['expect'])
  return verdict(id, [
    differs('result', expected['result'], resultName(outcome)),
    differs('code', expected['code'], resultCode(outcome)),
    readsAs('payout', expected, exactSingleReturn(stake, price, outcome)),
    checkWholePrice({ stake, price, outcome, expected }),
  ])
}

type Single = {
  readonly stake: Cents
  readonly price: Fraction
  readonly outcome: Resolution
  readonly expected: Json
}

/** The product's everyday path, whole numbers all the way: it pays the file's payout rounded down. */
const checkWholePrice = ({ stake, price, outcome, expected }: Single): string | undefined => {
  const milli = (price.n * 1000n) / price.d
  if (compare(price, { n: milli, d: 1000n }) !== 0 || !isPriceMilli(Number(milli))) return undefined
  const priceMilli = Number(milli)
  const payout = fractionFromDecimal(text(expected['payout']) ?? '')
  if (!payout || !isPriceMilli(priceMilli)) return 'payout cannot be read'
  return differs(
    'cents',
    Number(floor({ n: payout.n * 100n, d: payout.d })),
    singleReturn(stake, priceMilli, outcome),
  )
}
