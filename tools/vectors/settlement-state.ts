import {
  periodTallies,
  setMatchState,
  type Ending,
  type MatchState,
  type Points,
  type SetScore,
  type SetSport,
  type Side,
  type Sport,
  type Stat,
  type Tally,
  type TallyKey,
} from '@palpite/odds'
import { list, number, object, text, type Json } from './case.ts'

type Tallies = Partial<Record<TallyKey, Tally>>

/** The match state a case describes in its `score` or `state`. */
export const stateOf = (sport: Sport, one: Json): MatchState => {
  const score = object(one['score'] ?? one['state'])
  if (sport === 'football') return footballState(score)
  if (isSetSport(sport)) return setState(sport, score)
  if (sport === 'boxing') return fightState(score)
  return countedState(sport, score)
}

const SET_SPORTS: readonly Sport[] = ['tennis', 'volleyball', 'badminton', 'table_tennis']
const isSetSport = (sport: Sport): sport is SetSport => SET_SPORTS.includes(sport)

const ENDINGS: Readonly<Record<string, Ending>> = {
  abandoned: 'abandoned',
  postponed: 'postponed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  interrupted: 'abandoned',
  walkover: 'walkover',
  shortened: 'shortened',
  suspended: 'abandoned',
  awarded: 'abandoned',
  'no result': 'no_contest',
  no_result: 'no_contest',
  nc: 'no_contest',
  'no contest': 'no_contest',
  retired: 'retired',
}

/** How the match ended, in the words of its status or its result. A football match of another format is not one. */
const endingOf = (score: Json): Ending => {
  const words = [score['status'], score['result']].map((word) => text(word)?.toLowerCase() ?? '')
  const format = text(score['format'])
  const isOtherFormat = format !== undefined && format !== '2x45'
  return (
    words.map((word) => ENDINGS[word]).find((ending) => ending !== undefined) ??
    (isOtherFormat ? 'shortened' : 'finished')
  )
}

/** A pair of counts under two names, if both are there. */
const pairOf = (score: Json, home: string, away: string): Points | undefined => {
  const [first, second] = [number(score[home]), number(score[away])]
  return first === undefined || second === undefined ? undefined : { home: first, away: second }
}

const other = (side: unknown): Side => (side === 'home' ? 'away' : 'home')

const isSide = (value: unknown): value is Side => value === 'home' || value === 'away'

const footballState = (score: Json): MatchState => {
  const ending = endingOf(score)
  const over = ending === 'finished'
  const tallies: Tallies = {}
  const goals = pairOf(score, 'home', 'away')
  const half = pairOf(score, 'ht_home', 'ht_away')
  if (half) tallies['goals.half1'] = { ...half, over: over || (number(score['minute']) ?? 0) >= 45 }
  if (goals) tallies['goals.full'] = { ...goals, over }
  if (goals && half) {
    tallies['goals.half2'] = { home: goals.home - half.home, away: goals.away - half.away, over }
  }
  const extra = pairOf(score, 'et_home', 'et_away') ?? goals
  if (extra) tallies['goals.all'] = { ...extra, over }
  const corners = pairOf(score, 'corners_home', 'corners_away')
  if (corners) tallies['corners.full'] = { ...corners, over }
  const [yellow, red] = [pairOf(score, 'yellow_home', 'yellow_away'), pairOf(score, 'red_home', 'red_away')]
  if (yellow && red)
    tallies['cards.full'] = { home: yellow.home + red.home, away: yellow.away + red.away, over }
  return { sport: 'football', ending, tallies, ...winnerOf(score) }
}

/** Who the officials name: outright, by penalties, or in a super over. */
const winnerOf = (score: Json): { winner?: Side | 'draw' } => {
  const named = [
    'eliminator',
    'super_over',
    'winner',
    'qualified',
    'advances',
    'result',
    'pens',
    'penalties',
    'shootout',
  ]
  const said = named.map((name) => score[name]).find(isSide)
  if (said) return { winner: said }
  const counted = ['pens', 'penalties', 'p', 'shootout', 'pso'].map((name) => shootOutOf(score, name))
  const shootOut = counted.find((count) => count !== undefined && count.home !== count.away)
  if (shootOut) return { winner: shootOut.home > shootOut.away ? 'home' : 'away' }
  return score['result'] === 'draw' ? { winner: 'draw' } : {}
}

/** A shoot-out written as two fields, a list, or "4-2". */
const shootOutOf = (score: Json, name: string): Points | undefined => {
  const pair = pairOf(score, `${name}_home`, `${name}_away`)
  const inside = pairOf(object(score[name]), 'home', 'away')
  const [home, away] = Array.isArray(score[name])
    ? list(score[name]).map(number)
    : splitScore(text(score[name]))
  return pair ?? inside ?? (home === undefined || away === undefined ? undefined : { home, away })
}

const splitScore = (written: string | undefined): (number | undefined)[] =>
  (written ?? '').split('-').map(number)

/** "76(9) 75" from the winner's side: games of each set; "108" is 10–8. */
const parseSets = (raw: string, isHomeWinner: boolean): SetScore[] =>
  raw
    .split(' ')
    .map((token) => token.replace(/\(.*\)/, ''))
    .filter((token) => /^\d{2,4}$/.test(token))
    .map((digits) => {
      const cut = digits.length === 4 ? 2 : digits.length === 3 && digits.startsWith('1') ? 2 : 1
      const [won, lost] = [Number(digits.slice(0, cut)), Number(digits.slice(cut))]
      return isHomeWinner ? [won, lost] : [lost, won]
    })

const setState = (sport: SetSport, score: Json): MatchState => {
  const raw = text(score['raw_from_winner'])
  const listed = list(score['sets']).map((set): SetScore => {
    const [home, away] = list(set).map(number)
    return [home ?? 0, away ?? 0]
  })
  const sets = raw === undefined ? listed : parseSets(raw, score['home_is_winner'] === true)
  const left = [score['retired'], score['disqualified'], score['walkover']].find(isSide)
  const ending: Ending = isSide(score['retired'])
    ? 'retired'
    : isSide(score['disqualified'])
      ? 'disqualified'
      : isSide(score['walkover'])
        ? 'walkover'
        : endingOf(score)
  return setMatchState({ sport, sets, ending, ...(left ? { winner: other(left) } : {}) })
}

const fightState = (score: Json): MatchState => {
  const ending = endingOf(score)
  const round = number(score['round'])
  const method = text(score['method'])
  const fought = number(score['rounds']) ?? (round === undefined ? 0 : round - 1)
  return {
    sport: 'boxing',
    ending,
    tallies: { 'rounds.full': { home: fought, away: 0, over: ending === 'finished' } },
    ...winnerOf(score),
    ...(method === undefined ? {} : { method }),
    ...(round === undefined ? {} : { endedInRound: round }),
  }
}

const STATS: Readonly<Partial<Record<Sport, Stat>>> = { baseball: 'runs', cricket: 'runs', snooker: 'frames' }

/** Fewer innings than this and a shortened baseball match is no official game. */
const OFFICIAL_INNINGS = 5

const countedState = (sport: Sport, score: Json): MatchState => {
  const stat = STATS[sport] ?? 'points'
  const innings = number(score['innings'])
  const tooShort = sport === 'baseball' && innings !== undefined && innings < OFFICIAL_INNINGS
  const ending = tooShort && endingOf(score) !== 'finished' ? 'abandoned' : endingOf(score)
  const quarters = [1, 2, 3, 4].flatMap((place) => pairOf(score, `h_q${place}`, `a_q${place}`) ?? [])
  const tallies: Tallies =
    quarters.length > 0
      ? periodTallies({ sport, stat, ending, periods: quarters, isLastOpen: quarters.length < 4 })
      : {}
  const counted = pairOf(score, 'home', 'away')
  const tied = score['result'] === 'tie' ? { home: 0, away: 0 } : undefined
  const whole = counted ?? tied ?? (isSide(score['result']) ? { home: 0, away: 0 } : undefined)
  if (whole) {
    tallies[`${stat}.all`] = { ...whole, over: ending === 'finished' }
    if (!tallies[`${stat}.full`]) tallies[`${stat}.full`] = { ...whole, over: ending === 'finished' }
  }
  return { sport, ending, tallies, ...winnerOf(score) }
}
