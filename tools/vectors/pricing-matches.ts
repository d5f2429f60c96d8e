import { cashOutOffer, isPriceMilli, priceMilli } from '@palpite/odds'
import { gameChance, matchChanceFromSets, tennisSetChance, tieBreakChance } from '@palpite/odds/sets'
import { differs, list, number, deviates, text, verdict, type Check, type Json } from './case.ts'
import { compareFields, fieldsOf, take, unreadOf, type Fields } from './fields.ts'
import { readCents, wholeCents } from './settlement-expectation.ts'

const CHANCE = 1e-6
/** The files write cash-outs with six decimals. */
const MONEY = 1e-6

const chanceNamed = (value: unknown): number | undefined => {
  const chance = number(value)
  return chance !== undefined && chance > 0 && chance < 1 ? chance : undefined
}

/** A chance the kind of case needs; a case without it is not run with another one. */
const need = (fields: Fields, ...names: readonly string[]): number => {
  const found = take(fields, names, chanceNamed)
  if (found === undefined) throw new Error(`${names[0]} is not a chance`)
  return found
}

const pointsOf = (fields: Fields, name = 'points'): [number, number] => {
  const [own, other] = take(fields, [name], twoCounts) ?? [0, 0]
  return [own, other]
}

const twoCounts = (value: unknown): [number, number] | undefined => {
  const [own, other, ...more] = list(value).map(number)
  const isCount = (count: number | undefined): count is number =>
    count !== undefined && Number.isSafeInteger(count) && count >= 0
  return more.length === 0 && isCount(own) && isCount(other) ? [own, other] : undefined
}

/** A return-point chance is the other side's serve chance seen from here. */
const serveOf = (fields: Fields): { home: number; away: number } => ({
  home: need(fields, 'serve_point_win'),
  away: 1 - need(fields, 'return_point_win'),
})

const setsToGo = (fields: Fields, bestOf: 3 | 5, set: number): number => {
  const [own, other] = pointsOf(fields, 'sets')
  const needed = (bestOf + 1) / 2
  if (own === 0 && other === 0) return matchChanceFromSets(set, bestOf)
  const from = (won: number, lost: number): number => {
    if (won === needed) return 1
    return lost === needed ? 0 : set * from(won + 1, lost) + (1 - set) * from(won, lost + 1)
  }
  return from(Math.min(own, needed), Math.min(other, needed))
}

/** A match from the chance of a set, or from those of a point. */
const match =
  (bestOf: 3 | 5) =>
  (fields: Fields): number => {
    const set = take(fields, ['set_win', 'set_prob', 'p_set'], chanceNamed)
    return setsToGo(fields, bestOf, set ?? tennisSetChance(serveOf(fields)))
  }

const tieBreak =
  (target?: number) =>
  (fields: Fields): number =>
    tieBreakChance(serveOf(fields), 'home', pointsOf(fields), target)

const set = (fields: Fields): number => tennisSetChance(serveOf(fields))
const game = (fields: Fields): number => gameChance(need(fields, 'serve_point_win'), pointsOf(fields))

const TENNIS: Readonly<Record<string, (fields: Fields) => number>> = {
  game,
  tiebreak: tieBreak(),
  tie_break: tieBreak(),
  match_tiebreak: tieBreak(10),
  match_tie_break: tieBreak(10),
  super_tiebreak: tieBreak(10),
  set_tiebreak: set,
  set_tie_break: set,
  set,
  match_bo3: match(3),
  match_bo5: match(5),
  bo3: match(3),
  bo5: match(5),
  match_bo3_from_set_prob: match(3),
  match_bo5_from_set_prob: match(5),
}

/** Games, tie-breaks, sets and matches of tennis. */
export const checkTennis = (id: string, one: Json): Check => {
  const kind = text(one['kind']) ?? 'no kind'
  const chance = Object.hasOwn(TENNIS, kind) ? TENNIS[kind] : undefined
  if (!chance) return { verdict: 'skipped', id, what: `tennis ${kind}` }
  const fields = fieldsOf(one)
  for (const name of ['kind', 'p']) fields.used.add(name)
  const got = chance(fields)
  return verdict(`${id} ${kind}`, [deviates('p', one['p'], got, CHANCE)], unreadOf('the case', fields))
}

/**
 * A price the product takes and a chance whose product is this one's: its prices are whole thousandths, files have finer
 * ones.
 */
const openLeg = (taken: number, now: number) => {
  const milli = Math.ceil(taken * 1000 - 1e-9)
  if (!isPriceMilli(milli) || !(now > 1)) return undefined
  return { priceMilli: priceMilli(milli), chance: (taken * 1000) / milli / now }
}

/** A single cashed out at the price of now, without and with the house's reduction. */
export const checkCashOut = (id: string, one: Json): Check => {
  const stake = wholeCents(readCents(one['stake']))
  const reduction = number(one['reduction'] ?? 0)
  const leg = openLeg(number(one['odds_taken']) ?? 0, number(one['odds_now_same_selection']) ?? 0)
  if (stake === undefined || reduction === undefined || reduction < 0 || reduction >= 1 || !leg)
    return { verdict: 'failed', id, why: 'stake, odds or reduction cannot be read' }
  const bps = Math.round(reduction * 10_000)
  if (Math.abs(bps - reduction * 10_000) > 1e-6)
    return { verdict: 'skipped', id, what: 'reduction finer than a hundredth of a percent' }
  const offer = cashOutOffer({ unitStakeCents: stake, folds: [1], legs: [leg] }, bps)
  if (!offer.ok) return { verdict: 'failed', id, why: `refused: ${offer.reason}` }
  const { fairCents, offerCents } = offer.value
  const exact = (fairCents * (1 - reduction)) / 100
  const inputs = ['stake', 'odds_taken', 'odds_now_same_selection', 'reduction']
  const { wrongs, unread } = compareFields(
    'the case',
    Object.fromEntries(Object.entries(one).filter(([name]) => !inputs.includes(name))),
    {
      cash_out_unreduced: (value) => deviates('cash_out_unreduced', value, fairCents / 100, MONEY),
      cash_out: (value) => deviates('cash_out', value, exact, MONEY),
      cash_out_cents: (value) => differs('cash_out_cents', number(value), offerCents),
    },
  )
  if (one['cash_out'] === undefined && one['cash_out_unreduced'] === undefined)
    return { verdict: 'failed', id, why: 'nothing is expected' }
  return verdict(
    id,
    [...wrongs, deviates('offer rounded down', Math.floor(exact * 100 + 1e-9), offerCents, 0)],
    unread,
  )
}
