import {
  csvFile,
  type ImportedResult,
  type ResultFile,
  countIn,
  instantIn,
  nameIn,
  type Row,
  textIn,
  wrongRow,
  leaderOf,
  nameText,
  readMatches,
  score,
  type Score,
} from './result-file.ts'
import * as z from 'zod/mini'

const internationalColumns = 'date,home_team,away_team,home_score,away_score,tournament,city,country,neutral'

/**
 * Matches between national teams, final scores only: markets decided by a half stay open. The file includes goals of
 * extra time without saying which matches had it; all other matches are correct.
 */
export const internationals = csvFile(internationalColumns, internationalResult)

function internationalResult(row: Row): ImportedResult {
  const [home, away] = [nameIn(row, 'home_team'), nameIn(row, 'away_team')]
  const score: [number, number] = [countIn(row, 'home_score'), countIn(row, 'away_score')]
  return {
    line: row.line,
    key: `international:${textIn(row, 'date')}:${home}:${away}`,
    sport: 'football',
    competition: nameIn(row, 'tournament'),
    title: null,
    participants: [{ name: home }, { name: away }],
    startsAt: instantIn(row, 'date'),
    state: { family: 'football', score, halfTime: null, corners: null, cards: null },
  }
}

const worldCupMatch = z.object({
  comp: nameText,
  round: nameText,
  date: z.iso.date(),
  /** Local time, usually with its UTC offset. */
  time: z.string().check(z.regex(/^\d\d:\d\d( UTC[+-]\d{1,2})?$/)),
  home: nameText,
  away: nameText,
  score: z.object({ ft: score, ht: z.optional(score), et: z.optional(score), p: z.optional(score) }),
})

/** World Cup matches: half-time, 90 minutes, and extra time and penalties where played. */
export const worldCups: ResultFile = { read: (text) => readMatches(text, worldCupMatch, worldCupResult) }

function worldCupResult(
  { comp, round, date, time, home, away, score: { ft, ht, et, p } }: z.output<typeof worldCupMatch>,
  line: number,
): ImportedResult {
  if (et && (et[0] < ft[0] || et[1] < ft[1])) wrongRow('fewer goals after extra time than before it')
  // A group match has a result, and no winner who advances.
  const winner = round.startsWith('Matchday') ? undefined : leaderOf(p ?? et ?? ft)
  return {
    line,
    key: `worldcup:${date}:${home}:${away}`,
    sport: 'football',
    competition: comp,
    title: null,
    participants: [{ name: home }, { name: away }],
    startsAt: kickOffOf(date, time),
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

/** A time without an offset is UTC. */
function kickOffOf(date: string, time: string): Date {
  const [, clock = '', sign = '+', hours = '0'] = /^(\d\d:\d\d)(?: UTC([+-])(\d{1,2}))?$/.exec(time) ?? []
  const at = new Date(`${date}T${clock}:00${sign}${hours.padStart(2, '0')}:00`)
  return Number.isNaN(at.getTime()) ? wrongRow(`"${date} ${time}" is no date and time`) : at
}

const event = z.object({ p: z.string(), side: z.enum(['home', 'away']), k: z.string() })

const timelineMatch = z.object({
  id: z.int(),
  competition: nameText,
  kickoff: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)),
  home: nameText,
  away: nameText,
  ht: score,
  ft: score,
  /** After extra time, and on penalties; both zero if not played. */
  et: score,
  pens: score,
  duration: z.enum(['Regular', 'ExtraTime', 'Penalties']),
  corners: score,
  timeline: z.array(event).check(z.maxLength(2000)),
})
type TimelineMatch = z.output<typeof timelineMatch>

const [FIRST, SECOND] = ['1H', '2H']
/** A player's second yellow card counts as another card and a sending-off, like a red one. */
const SENT_OFF = ['red_card', 'second_yellow']
const CARDS = ['yellow_card', ...SENT_OFF]

/** Matches as lists of events: goals, corners and cards of the 90 minutes and of each half. */
export const timelines: ResultFile = { read: (text) => readMatches(text, timelineMatch, timelineResult) }

function timelineResult(played: TimelineMatch, line: number): ImportedResult {
  const { id, competition, kickoff, home, away, ht, ft, et, pens, duration, corners } = played
  const startsAt = new Date(`${kickoff.replace(' ', 'T')}Z`)
  if (Number.isNaN(startsAt.getTime())) wrongRow(`"${kickoff}" is no date and time`)
  const reported = countOf(played, [FIRST, SECOND], ['corner'])
  if (reported[0] !== corners[0] || reported[1] !== corners[1])
    wrongRow('the listed corners differ from the corner count')
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

function countOf({ timeline }: TimelineMatch, periods: readonly string[], kinds: readonly string[]): Score {
  const of = (side: 'home' | 'away') =>
    timeline.filter((one) => one.side === side && periods.includes(one.p) && kinds.includes(one.k)).length
  return [of('home'), of('away')]
}
