import { VOID, type Resolution } from '../resolution.ts'
import { leader, wonIf } from './rules.ts'
import type { Sport } from '../sports.ts'
import type { Count, Ending, MatchState, Side } from './state.ts'

/**
 * How an early ending resolves an open match winner. `void`: refund. `progresses`: the named winner wins.
 * `progresses_after_set`: the same, if at least one set was completed. `leader`: the side ahead wins, if the officials
 * confirm.
 */
export type WinnerEnding = 'void' | 'progresses' | 'progresses_after_set' | 'leader'

/** The rule of each sport and ending other than `void`. Every other open market is void in every early ending. */
export type EndingRules = Readonly<Partial<Record<Sport, Readonly<Partial<Record<Ending, WinnerEnding>>>>>>

/** The house's rules. Operators differ (docs/maths/settlement.md §3), so they are data and can be replaced. */
export const HOUSE_ENDINGS: EndingRules = {
  tennis: { retired: 'progresses_after_set', disqualified: 'progresses_after_set' },
  table_tennis: { retired: 'progresses_after_set', disqualified: 'progresses_after_set' },
  badminton: { retired: 'progresses_after_set', disqualified: 'progresses_after_set' },
  // Listed although void: it is void, even if nobody knows the sets.
  volleyball: { retired: 'progresses_after_set', disqualified: 'void' },
  snooker: { retired: 'progresses', disqualified: 'progresses' },
  boxing: { retired: 'progresses', disqualified: 'progresses' },
  baseball: { shortened: 'leader' },
  cricket: { shortened: 'leader' },
}

/**
 * The match winner's resolution after an early ending. Open while the required fact is unknown: who progresses, or
 * whether a set was completed. A lead does not make a winner of a side that may have retired.
 */
export const winnerAtEnding = (
  rule: WinnerEnding,
  { state, count, outcome }: { state: MatchState; count: Count | undefined; outcome: string },
): Resolution | undefined => {
  if (rule === 'void') return VOID
  const sets = state.counts['sets.full']
  if (rule === 'progresses_after_set' && !sets && state.unresolvable) return undefined
  if (rule === 'progresses_after_set' && (sets?.home ?? 0) + (sets?.away ?? 0) < 1) return VOID
  const ahead: Side | 'draw' | undefined =
    state.winner ?? (count && rule === 'leader' ? leader(count) : undefined)
  return ahead === undefined ? undefined : ahead === 'draw' ? VOID : wonIf(ahead === outcome)
}
