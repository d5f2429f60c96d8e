import { cashOutOffer, priceMilli } from '@palpite/odds'
import { gameChance, matchChanceFromSets, tennisSetChance, tieBreakChance } from '@palpite/odds/sets'
import { list, number, strays, text, verdict, type Check, type Json } from './case.ts'
import { wholeCents } from './settlement-expectation.ts'

const CHANCE = 1e-6
/** The files write cash-outs with six decimals. */
const MONEY = 1e-6

const pointsOf = (one: Json): [number, number] => {
  const [own = 0, other = 0] = list(one['points']).map((count) => number(count) ?? 0)
  return [own, other]
}

/** A return-point chance is the other side's serve chance seen from here. */
const serveOf = (one: Json): { home: number; away: number } => ({
  home: number(one['serve_point_win']) ?? 0.5,
  away: 1 - (number(one['return_point_win']) ?? 0.5),
})

const TENNIS: Readonly<Record<string, (one: Json) => number>> = {
  game: (one) => gameChance(number(one['serve_point_win']) ?? 0.5, pointsOf(one)),
  tiebreak: (one) => tieBreakChance(serveOf(one), 'home', pointsOf(one)),
  tie_break: (one) => tieBreakChance(serveOf(one), 'home', pointsOf(one)),
  match_tiebreak: (one) => tieBreakChance(serveOf(one), 'home', pointsOf(one), 10),
  set_tiebreak: (one) => tennisSetChance(serveOf(one)),
  match_bo3_from_set_prob: (one) => matchChanceFromSets(number(one['set_win']) ?? 0.5, 3),
  match_bo5_from_set_prob: (one) => matchChanceFromSets(number(one['set_win']) ?? 0.5, 5),
}

/** Games, tie-breaks, sets and matches of tennis. */
export const checkTennis = (id: string, one: Json): Check => {
  const kind = text(one['kind']) ?? 'no kind'
  const chance = TENNIS[kind]
  if (!chance) return { verdict: 'skipped', id, what: `tennis ${kind}` }
  return verdict(`${id} ${kind}`, [strays('p', one['p'], chance(one), CHANCE)])
}

/** A single cashed out at the price of now, without and with the house's reduction. */
export const checkCashOut = (id: string, one: Json): Check => {
  const stake = wholeCents(one['stake'])
  const [taken, now] = [number(one['odds_taken']) ?? 0, number(one['odds_now_same_selection']) ?? 0]
  if (stake === undefined) return { verdict: 'failed', id, why: 'stake cannot be read' }
  const legs = [{ priceMilli: priceMilli(Math.round(taken * 1000)), chance: 1 / now }]
  const reduction = number(one['reduction']) ?? 0
  const offer = cashOutOffer({ unitStakeCents: stake, folds: [1], legs }, reduction * 10_000)
  if (!offer.ok) return { verdict: 'failed', id, why: `refused: ${offer.reason}` }
  const { fairCents, offerCents } = offer.value
  const exact = (fairCents * (1 - reduction)) / 100
  return verdict(id, [
    strays('cash_out_unreduced', one['cash_out_unreduced'], fairCents / 100, MONEY),
    strays('cash_out', one['cash_out'], exact, MONEY),
    strays('offer rounded down', Math.floor(exact * 100 + 1e-9), offerCents, 0),
  ])
}
