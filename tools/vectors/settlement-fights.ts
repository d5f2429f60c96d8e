import type { MatchState } from '@palpite/odds'
import { text } from './case.ts'
import { take, type Fields } from './fields.ts'
import { countNamed } from './settlement-counts.ts'
import { endedOf } from './settlement-endings.ts'
import { methodNamed } from './settlement-methods.ts'
import { plainWord } from './settlement-results.ts'
import { outcomeNamed } from './settlement-sides.ts'

/** Which market asks, and its line: the half of a round matters to one of them alone. */
export type FightRequest = { readonly isTotal: boolean; readonly line: number }

/** The match state of a fight: who won, how, and after how many rounds. */
export const fightStateOf = (fields: Fields, { isTotal, line }: FightRequest): MatchState => {
  const ended = endedOf(fields)
  const named = take(fields, ['winner', 'won_by'], outcomeNamed)
  const winner =
    named ?? ended.result ?? (ended.leaver ? (ended.leaver === 'home' ? 'away' : 'home') : undefined)
  const isDraw = { draw: false }
  const method = take(fields, ['method', 'how', 'win_method', 'decision'], (value) => {
    if (['draw', 'technical_draw', 'majority_draw', 'split_draw'].includes(plainWord(value)))
      isDraw.draw = true
    const found = isDraw.draw ? 'decision' : methodNamed(value)
    if (!found) throw new Error(`method ${String(text(value))} is not understood`)
    return found
  })
  const round = take(fields, ['round', 'ended_in_round', 'ending_round', 'stopped_in_round'], countNamed)
  const rounds = take(fields, ['rounds', 'rounds_fought', 'scheduled_rounds'], countNamed)
  const isPastHalf = take(fields, ['time', 'round_time', 'at'], isPast)
  const over = ended.ending === 'finished'
  const isDecision = method === 'decision'
  if (isTotal && !isDecision && round !== undefined && isPastHalf === undefined && line === round * 4 - 2)
    throw new Error('whether half of the round had passed is not said')
  const fought = isDecision ? (rounds ?? round) : roundsFought(round, rounds, isPastHalf === true)
  // Who won, and how, needs no number of rounds; totals do.
  const known = fought ?? (isTotal ? undefined : 0)
  const who = winner ?? (isDraw.draw ? 'draw' : undefined)
  return {
    sport: 'boxing',
    ending: ended.ending,
    counts: known === undefined ? {} : { 'rounds.full': { home: known, away: 0, over } },
    ...(who ? { winner: who } : {}),
    ...(method === undefined ? {} : { method }),
    ...(round === undefined || isDecision ? {} : { endedInRound: round }),
  }
}

/** A round counts from its half on. */
const roundsFought = (
  round: number | undefined,
  rounds: number | undefined,
  isPastHalf: boolean,
): number | undefined => (round === undefined ? rounds : isPastHalf ? round : round - 1)

/** A round has three minutes: "1:30" and later is past its half. */
const isPast = (value: unknown): boolean | undefined => {
  const [, minutes, seconds] = /^(\d):(\d\d)$/.exec(text(value) ?? '') ?? []
  return minutes === undefined ? undefined : Number(minutes) * 60 + Number(seconds) >= 90
}
