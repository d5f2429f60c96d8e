import * as z from 'zod/mini'
import { leaderOf, nameText, readMatches, score, type Score } from './json-matches.ts'
import type { ImportedResult, ResultFile } from './result-file.ts'
import { wrongRow } from './rows.ts'

const event = z.object({ p: z.string(), side: z.enum(['home', 'away']), k: z.string() })

const match = z.object({
  id: z.int(),
  competition: nameText,
  kickoff: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)),
  home: nameText,
  away: nameText,
  ht: score,
  ft: score,
  /** After extra time, and on penalties; both nought where it had none. */
  et: score,
  pens: score,
  duration: z.enum(['Regular', 'ExtraTime', 'Penalties']),
  corners: score,
  timeline: z.array(event).check(z.maxLength(2000)),
})
type Match = z.output<typeof match>

const [FIRST, SECOND] = ['1H', '2H']
/** The second yellow card of a player is one card more, and sends off, like a red one. */
const SENT_OFF = ['red_card', 'second_yellow']
const CARDS = ['yellow_card', ...SENT_OFF]

/** Matches told event by event: what is counted in 90 minutes and in its halves are goals, corners and cards. */
export const timelines: ResultFile = { read: (text) => readMatches(text, match, resultOf) }

function resultOf(played: Match, line: number): ImportedResult {
  const { id, competition, kickoff, home, away, ht, ft, et, pens, duration, corners } = played
  const startsAt = new Date(`${kickoff.replace(' ', 'T')}Z`)
  if (Number.isNaN(startsAt.getTime())) wrongRow(`"${kickoff}" is no date and time`)
  const told = countOf(played, [FIRST, SECOND], ['corner'])
  if (told[0] !== corners[0] || told[1] !== corners[1])
    wrongRow('the corners told are not those that were counted')
  const wentOn = duration !== 'Regular'
  const winner = wentOn ? leaderOf(duration === 'Penalties' ? pens : et) : undefined
  return {
    line,
    key: `timeline:${id}`,
    sport: 'football',
    competition,
    title: null,
    participants: [{ name: home }, { name: away }],
    startsAt,
    state: {
      family: 'football',
      score: ft,
      halfTime: ht,
      corners,
      cards: countOf(played, [FIRST, SECOND], CARDS),
      halfTimeCorners: countOf(played, [FIRST], ['corner']),
      halfTimeCards: countOf(played, [FIRST], CARDS),
      redCards: countOf(played, [FIRST, SECOND], SENT_OFF),
      ...(wentOn ? { extraTime: [et[0] - ft[0], et[1] - ft[1]] } : {}),
      ...(duration === 'Penalties' ? { penalties: pens } : {}),
      ...(winner ? { winner } : {}),
    },
  }
}

function countOf({ timeline }: Match, periods: readonly string[], kinds: readonly string[]): Score {
  const of = (side: 'home' | 'away') =>
    timeline.filter((one) => one.side === side && periods.includes(one.p) && kinds.includes(one.k)).length
  return [of('home'), of('away')]
}
