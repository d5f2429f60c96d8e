import * as z from 'zod/mini'
import { leaderOf, nameText, readMatches, score, type Score } from './json-matches.ts'
import type { ImportedResult, ResultFile } from './result-file.ts'
import { wrongRow } from './rows.ts'

const match = z.object({
  comp: nameText,
  round: nameText,
  date: z.iso.date(),
  /** Local, mostly with its distance from UTC. */
  time: z.string().check(z.regex(/^\d\d:\d\d( UTC[+-]\d{1,2})?$/)),
  home: nameText,
  away: nameText,
  score: z.object({ ft: score, ht: z.optional(score), et: z.optional(score), p: z.optional(score) }),
})

/** Matches of World Cups: half-time, 90 minutes, and of those that went on extra time and penalties. */
export const worldCups: ResultFile = { read: (text) => readMatches(text, match, resultOf) }

function resultOf(
  { comp, round, date, time, home, away, score: { ft, ht, et, p } }: z.output<typeof match>,
  line: number,
): ImportedResult {
  if (et && (et[0] < ft[0] || et[1] < ft[1])) wrongRow('fewer goals after extra time than before it')
  // In a group a match has a result, and nobody goes through by it.
  const winner = round.startsWith('Matchday') ? undefined : leaderOf(p ?? et ?? ft)
  return {
    line,
    key: `worldcup:${date}:${home}:${away}`,
    sport: 'football',
    competition: comp,
    title: null,
    participants: [{ name: home }, { name: away }],
    startsAt: instantOf(date, time),
    state: {
      family: 'football',
      score: ft,
      halfTime: ht ?? null,
      corners: null,
      cards: null,
      ...(et ? { extraTime: goalsAfter(ft, et) } : {}),
      ...(p ? { penalties: p } : {}),
      ...(winner ? { winner } : {}),
    },
  }
}

const goalsAfter = (before: Score, after: Score): Score => [after[0] - before[0], after[1] - before[1]]

/** A time that does not say how far it is from UTC is taken as it. */
function instantOf(date: string, time: string): Date {
  const [, clock = '', sign = '+', hours = '0'] = /^(\d\d:\d\d)(?: UTC([+-])(\d{1,2}))?$/.exec(time) ?? []
  const at = new Date(`${date}T${clock}:00${sign}${hours.padStart(2, '0')}:00`)
  return Number.isNaN(at.getTime()) ? wrongRow(`"${date} ${time}" is no date and time`) : at
}
