import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** A market that waits for operators, or a settled one that may be corrected. */
export type WaitingMarket = DataOf<'GET /api/backoffice/markets/waiting'>['items'][number]
/** Of a stake's parts some are won, some refunded, the rest lost. */
export type Parts = { won: number; refunded: number; of: number }

/** An outcome's result in traders' terms. */
export const ends = {
  won: { won: 1, refunded: 0, of: 1 },
  lost: { won: 0, refunded: 0, of: 1 },
  refunded: { won: 0, refunded: 1, of: 1 },
  halfWon: { won: 1, refunded: 1, of: 2 },
  halfLost: { won: 0, refunded: 1, of: 2 },
} as const satisfies Record<string, Parts>

export type End = keyof typeof ends | 'shared'

export const endNames: Readonly<Record<End, TextKey>> = {
  won: 'results.end.won',
  lost: 'results.end.lost',
  refunded: 'results.end.refunded',
  halfWon: 'results.end.halfWon',
  halfLost: 'results.end.halfLost',
  shared: 'results.end.shared',
}

/** Why a market waits for an operator. */
export const whyNames: Readonly<Record<NonNullable<WaitingMarket['why']>, TextKey>> = {
  dead_heat: 'results.why.deadHeat',
  incomplete: 'results.why.incomplete',
  feeds_differ: 'results.why.feedsDiffer',
}

/** The name of these parts; unnamed ones are shares, such as a dead heat. */
export function endOf({ won, refunded, of }: Parts): End {
  const isSame = (parts: Parts) =>
    parts.won * of === won * parts.of && parts.refunded * of === refunded * parts.of
  const named = (Object.keys(ends) as (keyof typeof ends)[]).find((end) => isSame(ends[end]))
  return named ?? 'shared'
}

/** The chosen result of each outcome so far, by code. */
export type Chosen = ReadonlyMap<string, Parts>

/** The form's start: another operator's last statement, else the proposal; other outcomes are open. */
export function beginningOf({ words, outcomes }: Pick<WaitingMarket, 'words' | 'outcomes'>): Chosen {
  const said = words.findLast(({ results }) => results !== null)?.results ?? []
  const proposed = outcomes.flatMap((outcome) =>
    outcome.proposed ? [{ code: outcome.code, ...outcome.proposed }] : [],
  )
  const from = said.length > 0 ? said : proposed
  return new Map(from.map(({ code, won, refunded, of }) => [code, { won, refunded, of }]))
}

/** The results in the form of the call; undefined while an outcome is open. */
export function resultsOf(outcomes: WaitingMarket['outcomes'], chosen: Chosen) {
  const results = outcomes.flatMap(({ code }) => {
    const parts = chosen.get(code)
    return parts ? [{ code, ...parts }] : []
  })
  return results.length === outcomes.length ? results : undefined
}

/** Whether an operator has already stated this market's result: the second must be someone else. */
export const hasVoted = ({ words }: Pick<WaitingMarket, 'words'>, operatorId: number): boolean =>
  words.some((word) => word.operatorId === operatorId)

/** The text for a window's bounds: a feed may omit either. */
export const windowText = ({ from, until }: { from: string | null; until: string | null }): TextKey => {
  if (from === null) return until === null ? 'results.window.all' : 'results.window.before'
  return until === null ? 'results.window.since' : 'results.window.between'
}
