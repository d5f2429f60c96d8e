/** Text keys by names, each key known to the compiler. */
const keys = <const Key extends string>(
  byName: Readonly<Record<string, Key>>,
): Readonly<Record<string, Key>> => byName

const football = keys({
  'football.1x2': 'sportsbook.market.result',
  'football.double_chance': 'sportsbook.market.doubleChance',
  'football.draw_no_bet': 'sportsbook.market.drawNoBet',
  'football.asian_handicap': 'sportsbook.market.asianHandicap',
  'football.european_handicap': 'sportsbook.market.europeanHandicap',
  'football.total': 'sportsbook.market.totalGoals',
  'football.team_total': 'sportsbook.market.sideGoals',
  'football.both_score': 'sportsbook.market.bothScore',
  'football.exact_goals': 'sportsbook.market.exactGoals',
  'football.correct_score': 'sportsbook.market.correctScore',
  'football.half_correct_score': 'sportsbook.market.correctScore',
  'football.half_time_full_time': 'sportsbook.market.halfTimeFullTime',
  'football.odd_even': 'sportsbook.market.parityGoals',
  'football.highest_half': 'sportsbook.market.highestHalf',
  'football.to_qualify': 'sportsbook.market.toQualify',
  'football.corners_1x2': 'sportsbook.market.mostCorners',
  'football.corners_handicap': 'sportsbook.market.handicapCorners',
  'football.corners_total': 'sportsbook.market.totalCorners',
  'football.corners_team_total': 'sportsbook.market.sideCorners',
  'football.corners_odd_even': 'sportsbook.market.parityCorners',
  'football.cards_1x2': 'sportsbook.market.mostCards',
  'football.cards_handicap': 'sportsbook.market.handicapCards',
  'football.cards_total': 'sportsbook.market.totalCards',
  'football.cards_team_total': 'sportsbook.market.sideCards',
  'football.cards_odd_even': 'sportsbook.market.parityCards',
})

/** The same markets in several sports, under each sport's name. */
const of = <const Key extends string>(
  sports: readonly string[],
  names: Readonly<Record<string, Key>>,
): Readonly<Record<string, Key>> =>
  Object.fromEntries(
    sports.flatMap((sport) => Object.entries(names).map(([name, text]) => [`${sport}.${name}`, text])),
  )

const quarters = of(['basketball', 'american_football'], {
  winner: 'sportsbook.market.winner',
  '1x2': 'sportsbook.market.resultOf',
  draw_no_bet: 'sportsbook.market.drawNoBet',
  moneyline: 'sportsbook.market.winner',
  handicap: 'sportsbook.market.handicap',
  total: 'sportsbook.market.totalPoints',
  team_total: 'sportsbook.market.sidePoints',
  odd_even: 'sportsbook.market.parityPoints',
})

const baseball = of(['baseball'], {
  winner: 'sportsbook.market.winner',
  '1x2': 'sportsbook.market.resultOf',
  moneyline: 'sportsbook.market.winner',
  handicap: 'sportsbook.market.handicap',
  total: 'sportsbook.market.totalRuns',
  team_total: 'sportsbook.market.sideRuns',
  odd_even: 'sportsbook.market.parityRuns',
})

const cricket = of(['cricket'], {
  winner: 'sportsbook.market.winner',
  '1x2': 'sportsbook.market.result',
  handicap: 'sportsbook.market.handicapRuns',
  total: 'sportsbook.market.totalRuns',
  team_total: 'sportsbook.market.sideRuns',
  wickets_total: 'sportsbook.market.sideWickets',
  odd_even: 'sportsbook.market.parityRuns',
})

const inSets = {
  winner: 'sportsbook.market.winner',
  set_handicap: 'sportsbook.market.handicapSets',
  total_sets: 'sportsbook.market.totalSets',
  correct_score: 'sportsbook.market.scoreInSets',
  set_winner: 'sportsbook.market.winner',
} as const

const sets = {
  ...of(['tennis'], {
    ...inSets,
    handicap: 'sportsbook.market.handicapGames',
    total: 'sportsbook.market.totalGames',
    team_total: 'sportsbook.market.sideGames',
    odd_even: 'sportsbook.market.parityGames',
  }),
  ...of(['volleyball', 'badminton', 'table_tennis'], {
    ...inSets,
    handicap: 'sportsbook.market.handicapPoints',
    total: 'sportsbook.market.totalPoints',
    team_total: 'sportsbook.market.sidePoints',
    odd_even: 'sportsbook.market.parityPoints',
  }),
}

const snooker = of(['snooker'], {
  winner: 'sportsbook.market.winner',
  handicap: 'sportsbook.market.handicapFrames',
  total: 'sportsbook.market.totalFrames',
  correct_score: 'sportsbook.market.scoreInFrames',
  frame_winner: 'sportsbook.market.winner',
  frame_handicap: 'sportsbook.market.handicapPoints',
  frame_total: 'sportsbook.market.totalPoints',
  frame_odd_even: 'sportsbook.market.parityPoints',
  odd_even: 'sportsbook.market.parityFrames',
})

const boxing = of(['boxing'], {
  winner: 'sportsbook.market.winner',
  '1x2': 'sportsbook.market.winnerOrDraw',
  method: 'sportsbook.market.method',
  ending_round: 'sportsbook.market.endingRound',
  distance: 'sportsbook.market.distance',
  total_rounds: 'sportsbook.market.totalRounds',
})

const fields = of(['racing'], {
  win: 'sportsbook.market.raceWin',
  place: 'sportsbook.market.racePlace',
  each_way: 'sportsbook.market.placed',
})

/** The text key of each market type; races and outrights by their wire types. */
export const marketNames = {
  ...football,
  ...quarters,
  ...baseball,
  ...cricket,
  ...sets,
  ...snooker,
  ...boxing,
  ...fields,
  ...keys({
    'outright.winner': 'sportsbook.market.outright',
    'outright.each_way': 'sportsbook.market.placed',
  }),
}

const stretches = keys({
  half1: 'sportsbook.period.half1',
  half2: 'sportsbook.period.half2',
  first5: 'sportsbook.period.first5',
})

const counted = keys({
  quarter: 'sportsbook.period.quarter',
  set: 'sportsbook.period.set',
  inning: 'sportsbook.period.inning',
  frame: 'sportsbook.period.frame',
  round: 'sportsbook.period.round',
})

const overtime = keys({ all: 'sportsbook.period.withOvertime', full: 'sportsbook.period.regular' })
const extras = keys({ all: 'sportsbook.period.withExtras', full: 'sportsbook.period.nine' })
/** Sports whose match is offered with and without overtime: their market names say which. */
const whole: Readonly<Record<string, typeof overtime | typeof extras>> = {
  basketball: overtime,
  american_football: overtime,
  baseball: extras,
}

export type MarketKey =
  | (typeof marketNames)[string]
  | (typeof stretches)[string]
  | (typeof counted)[string]
  | (typeof overtime)[string]
  | (typeof extras)[string]
  | 'sportsbook.market.other'
  | 'sportsbook.market.ofPeriod'
  | 'sportsbook.period.innings'

/** Returns an app's text of a key. */
type Say = (key: MarketKey, values?: Readonly<Record<string, string | number>>) => string

/** The naming data of a market, for matches and legs. */
export type NamedMarket = {
  type: string
  period: string
  /** The side of a one-sided market, and the sides' names. */
  side?: 'home' | 'away' | null | undefined
  /** An each-way or place market's number of places. */
  lineQuarters?: number | null
  home?: string
  away?: string
}

/** A market type's sport: `tennis.total` belongs to tennis. */
const sportOf = (type: string): string => type.split('.')[0] ?? ''

/** A period's name; undefined for the whole match, if the sport has only one. */
export const periodName = (say: Say, type: string, period: string): string | undefined => {
  const sport = sportOf(type)
  const fixed = stretches[period] ?? whole[sport]?.[period]
  if (fixed) return say(fixed)
  const [, unit = '', count] = /^([a-z]+)(\d+)$/.exec(period) ?? []
  // A cricket inning is a whole turn at bat: another word than baseball's.
  const key = sport === 'cricket' && unit === 'inning' ? 'sportsbook.period.innings' : counted[unit]
  return key && count !== undefined ? say(key, { count: Number(count) }) : undefined
}

/** A place market that has its number of places in its line is named by it. */
const nameKey = (type: string, lineQuarters: number | null): MarketKey =>
  type === 'racing.place' && lineQuarters !== null
    ? 'sportsbook.market.placed'
    : (marketNames[type] ?? 'sportsbook.market.other')

/** A market's name: "Resultado final", "Mais/menos games · 1º set". The line belongs to the pick. */
export const marketName = (
  say: Say,
  { type, period, side, lineQuarters = null, home = '', away = '' }: NamedMarket,
): string => {
  const key = nameKey(type, lineQuarters)
  const isPart = key === 'sportsbook.market.result' && period !== 'full'
  const name = say(isPart ? 'sportsbook.market.resultOf' : key, {
    team: side === 'away' ? away : home,
    places: (lineQuarters ?? 0) / 4,
  })
  const stretch = periodName(say, type, period)
  return stretch ? say('sportsbook.market.ofPeriod', { market: name, period: stretch }) : name
}
