import { VOID, type Resolution } from '../resolution.ts'
import { checkMarket } from './check-market.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import type { Ask } from './rules.ts'
import { tallyOf, type MatchState } from './state.ts'
import { marketType } from './table.ts'

/**
 * What one selection resolves to in this state of the match, or `undefined` while that is open.
 * A market that is decided before the end stays decided when the match is abandoned; an open one is then void.
 * Asserts: a market that `checkMarket` allows, and an outcome it has.
 * Source: docs/maths/settlement.md.
 */
export const resolveOutcome = (
  ref: MarketRef,
  outcome: string,
  state: MatchState,
): Resolution | undefined => {
  const type = knownType(ref)
  if (!type.outcomes.includes(outcome)) throw new Error(`${ref.type} has no outcome ${outcome}`)
  return resolve(type, ref, { outcome, state })
}

/**
 * What every selection of a market resolves to. Only the decided ones are in the answer; all of them once it is over.
 * Asserts: a market that `checkMarket` allows.
 */
export const resolveMarket = (ref: MarketRef, state: MatchState): ReadonlyMap<string, Resolution> => {
  const type = knownType(ref)
  const decided = new Map<string, Resolution>()
  for (const outcome of type.outcomes) {
    const found = resolve(type, ref, { outcome, state })
    if (found) decided.set(outcome, found)
  }
  return decided
}

const knownType = (ref: MarketRef): MarketType => {
  const type = marketType(ref.type)
  const refusal = checkMarket(ref)
  if (!type || refusal) throw new Error(`not a market: ${ref.type} ${ref.period}: ${refusal}`)
  return type
}

const resolve = (
  type: MarketType,
  ref: MarketRef,
  { outcome, state }: { outcome: string; state: MatchState },
): Resolution | undefined => {
  const tally = tallyOf(state, type.stat, ref.period)
  const read: Ask['read'] = (stat, period) => tallyOf(state, stat, period)
  const line = ref.lineQuarters ?? 0
  const found = tally && type.rule({ outcome, line, side: ref.side ?? 'home', tally, read, state })
  if (found) return found
  return state.ending === 'running' || state.ending === 'finished' ? undefined : VOID
}
