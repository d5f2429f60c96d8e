import {
  periodCounts,
  type Ending,
  type MarketType,
  type MatchState,
  type Points,
  type SetSport,
  type Side,
  type Sport,
  type Stat,
  type Count,
  type CountKey,
} from '@palpite/odds'
import { list, number, object, text, type Json } from './case.ts'
import { fieldsOf, take, type Fields } from './fields.ts'
import { finalScore, pairOf, scoreNamed, scoresNamed } from './settlement-counts.ts'
import { endedOf } from './settlement-endings.ts'
import { fightStateOf } from './settlement-fights.ts'
import { footballState } from './settlement-football.ts'
import { plainWord } from './settlement-results.ts'
import { frameState, setState } from './settlement-sets.ts'
import { outcomeNamed } from './settlement-sides.ts'

export type StateRequest = { readonly one: Json; readonly type: MarketType; readonly line: number }

/** The match state a case describes in its `score` and `state`, and its fields: those not used were not understood. */
export const stateOf = (
  sport: Sport,
  { one, type, line }: StateRequest,
): { state: MatchState; fields: Fields } => {
  const fields = fieldsOf(describedIn(one))
  const name = type.id.slice(type.id.indexOf('.') + 1)
  const requestsResult = RESULT_MARKETS.includes(name)
  const state = read(sport, fields, { requestsResult, isTotal: type.id === 'boxing.total_rounds', line })
  const left = state.ending === 'retired' || state.ending === 'disqualified'
  if (left && type.isMatchWinner && !state.winner) throw new Error('who left the match is not said')
  return { state, fields }
}

/** Markets that a result alone settles, without any count. */
const RESULT_MARKETS = ['winner', '1x2', 'draw_no_bet', 'double_chance', 'to_qualify']

/** A score can be one text or list, or an object; a state says the rest. */
const describedIn = (one: Json): Json => {
  const score = scoreNamed(one['score'])
  const described = object(one['score'])
  const whole = score && Object.keys(described).length === 0 ? score : described
  if (one['score'] !== undefined && one['score'] !== null && Object.keys(whole).length === 0 && !score)
    if (Object.keys(object(one['state'])).length === 0 && text(one['score']) !== undefined)
      throw new Error(`score ${String(text(one['score']))} is not understood`)
  return { ...whole, ...object(one['state']) }
}

type Request = { readonly requestsResult: boolean; readonly isTotal: boolean; readonly line: number }

const read = (sport: Sport, fields: Fields, request: Request): MatchState => {
  if (sport === 'football') return footballState(fields, request.requestsResult)
  if (isSetSport(sport)) return setState(sport, fields, request.requestsResult)
  if (sport === 'snooker') return frameState(fields, request.requestsResult)
  if (sport === 'boxing') return fightStateOf(fields, request)
  return countedState(sport, fields, request.requestsResult)
}

const SET_SPORTS: readonly Sport[] = ['tennis', 'volleyball', 'badminton', 'table_tennis']
const isSetSport = (sport: Sport): sport is SetSport => SET_SPORTS.includes(sport)

const STATS: Readonly<Partial<Record<Sport, Stat>>> = { baseball: 'runs', cricket: 'runs' }
const UNITS: Readonly<Partial<Record<Sport, string>>> = { baseball: 'inning', cricket: 'inning' }

/** A count that only says who won: for markets that request nothing else. */
const SHOWN: Readonly<Record<Side | 'draw', Points>> = {
  home: { home: 1, away: 0 },
  draw: { home: 0, away: 0 },
  away: { home: 0, away: 1 },
}

/** Sports that count one thing through quarters or innings. */
const countedState = (sport: Sport, fields: Fields, requestsResult: boolean): MatchState => {
  const stat = STATS[sport] ?? 'points'
  const ended = endedOf(fields)
  const played = take(fields, ['innings', 'innings_played', 'innings_completed'], number)
  const whole = finalScore(fields, stat)
  const parts = partsOf(sport, fields)
  const extra = pairOf(fields, 'ot', 'overtime', 'ot1', 'extra_innings')
  const hadOvertime = take(fields, ['overtime', 'ot', 'went_to_ot'], (value) =>
    typeof value === 'boolean' ? value : undefined,
  )
  take(fields, ['dls', 'reduced_overs', 'overs'], (value) =>
    typeof value === 'boolean' || number(value) !== undefined ? true : undefined,
  )
  take(fields, ['method'], (value) =>
    ['dls', 'd_l', 'vjd', 'duckworth_lewis'].includes(plainWord(value)) ? true : undefined,
  )
  const said =
    take(
      fields,
      ['super_over', 'superover', 'eliminator', 'one_over_eliminator', 'bowl_out', 'bowlout', 'tie_breaker'],
      outcomeNamed,
    ) ?? take(fields, ['winner'], outcomeNamed)
  const ending = sport === 'baseball' ? baseballEnding(ended.ending, played, whole) : ended.ending
  const over = ending === 'finished'
  const isLastOpen = !over && parts.length > 0
  const counts: Partial<Record<CountKey, Count>> =
    parts.length > 0
      ? periodCounts({ sport, stat, ending, periods: parts, isLastOpen, ...(extra ? { extra } : {}) })
      : {}
  for (const [period, names] of STRETCHES) {
    const count = pairOf(fields, ...names)
    if (count) counts[`${stat}.${period}`] = { ...count, over }
  }
  const wickets = pairOf(fields, 'wickets', 'wkts')
  if (wickets) counts['wickets.full'] = { ...wickets, over }
  const result = said ?? ended.result
  const shown = requestsResult && result ? SHOWN[ended.result ?? result] : undefined
  const count = whole ?? (parts.length > 0 ? undefined : shown)
  if (count) {
    counts[`${stat}.all`] = { ...count, over }
    // With overtime and no quarters nobody knows the score before it.
    if (!counts[`${stat}.full`] && hadOvertime !== true && !extra) counts[`${stat}.full`] = { ...count, over }
  }
  return { sport, ending, counts, ...(result ? { winner: result } : {}) }
}

const STRETCHES = [
  ['half1', ['h1', 'ht', 'first_half', 'half1']],
  ['half2', ['h2', 'second_half', 'half2']],
  ['first5', ['f5', 'first5', 'first_5']],
] as const

/** The parts listed, from the first on: quarters or innings. */
const partsOf = (sport: Sport, fields: Fields): Points[] => {
  const unit = UNITS[sport] ?? 'quarter'
  const max = sport === 'baseball' ? 9 : 4
  const listed = take(fields, [`${unit}s`, `${unit}_scores`, 'linescore', 'periods'], scoresNamed)
  if (listed) return listed
  const letter = unit.charAt(0)
  const named = Array.from({ length: max }, (_, place) =>
    pairOf(fields, `${letter}${place + 1}`, `${unit}${place + 1}`, `${unit}_${place + 1}`),
  )
  const count = named.findIndex((part) => !part)
  const first = named.slice(0, count === -1 ? max : count)
  return list(first).flatMap((_, place) => first[place] ?? [])
}

/** Innings after which a shortened baseball match is an official game; half an inning less if home leads. */
const OFFICIAL_INNINGS = 5
const WHOLE_INNINGS = 8.5

const baseballEnding = (ending: Ending, innings: number | undefined, score: Points | undefined): Ending => {
  if (innings === undefined || (ending !== 'shortened' && ending !== 'finished')) return ending
  const homeLeads = score !== undefined && score.home > score.away
  const isOfficial = innings >= OFFICIAL_INNINGS || (innings >= OFFICIAL_INNINGS - 0.5 && homeLeads)
  if (!isOfficial) return 'abandoned'
  return ending === 'finished' && innings < WHOLE_INNINGS ? 'shortened' : ending
}
