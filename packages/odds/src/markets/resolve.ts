import { VOID, type Resolution } from '../resolution.ts'
import { checkMarket } from './check-market.ts'
import { HOUSE_ENDINGS, winnerAtEnding, type EndingRules } from './endings.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import { countOf, type MatchState, type Count } from './state.ts'
import { marketType } from './table.ts'

/**
 * A selection's resolution in this match state; `undefined` while open. A market decided early stays decided when the
 * match is abandoned; an open one is then void, except the match winner, which follows the sport's ending rules.
 * Asserts: a market that `checkMarket` allows, one of its outcomes, whole non-negative counts. Source:
 * docs/maths/settlement.md.
 */
export const resolveOutcome = (
  ref: MarketRef,
  outcome: string,
  state: MatchState,
  endings: EndingRules = HOUSE_ENDINGS,
): Resolution | undefined => {
  const type = knownType(ref, state)
  if (!type.outcomes.includes(outcome)) throw new Error(`${ref.type} has no outcome ${outcome}`)
  return resolve(type, ref, { outcome, state, endings })
}

/**
 * The resolutions of a market's decided selections; all once it is over. Asserts: a market that `checkMarket` allows.
 */
export const resolveMarket = (
  ref: MarketRef,
  state: MatchState,
  endings: EndingRules = HOUSE_ENDINGS,
): ReadonlyMap<string, Resolution> => {
  const type = knownType(ref, state)
  const decided = new Map<string, Resolution>()
  for (const outcome of type.outcomes) {
    const found = resolve(type, ref, { outcome, state, endings })
    if (found) decided.set(outcome, found)
  }
  return decided
}

const knownType = (ref: MarketRef, state: MatchState): MarketType => {
  const type = marketType(ref.type)
  const refusal = checkMarket(ref)
  if (!type || refusal) throw new Error(`not a market: ${ref.type} ${ref.period}: ${refusal}`)
  if (type.sport !== state.sport)
    throw new Error(`${ref.type} cannot be settled by a match of ${state.sport}`)
  return type
}

type Requested = { readonly outcome: string; readonly state: MatchState; readonly endings: EndingRules }

const resolve = (
  type: MarketType,
  ref: MarketRef,
  { outcome, state, endings }: Requested,
): Resolution | undefined => {
  const count = countOf(state, type.stat, ref.period)
  if (count) assertCounts(count, ref)
  const found =
    count &&
    type.rule({
      outcome,
      outcomes: type.outcomes,
      line: ref.lineQuarters ?? 0,
      side: ref.side ?? 'home',
      count,
      read: (stat, period) => countOf(state, stat, period),
      state,
    })
  if (found) return found
  if (state.ending === 'running' || state.ending === 'finished') return undefined
  const rule = type.isMatchWinner ? endings[state.sport]?.[state.ending] : undefined
  if (rule) return winnerAtEnding(rule, { state, count, outcome })
  // An uncounted quantity may have been decided before the end: it waits for someone who knows.
  return !count && state.unresolvable ? undefined : VOID
}

const assertCounts = ({ home, away }: Count, ref: MarketRef): void => {
  if (!Number.isSafeInteger(home) || !Number.isSafeInteger(away) || home < 0 || away < 0) {
    throw new Error(
      `counts must be whole and not negative, got ${home} and ${away} for ${ref.type} ${ref.period}`,
    )
  }
}
