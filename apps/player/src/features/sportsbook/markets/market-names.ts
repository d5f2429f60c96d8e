import type { TextKey } from '../../../shared/text/keys.ts'

const football: Readonly<Record<string, TextKey>> = {
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
}

/** The same markets in several sports, under each sport's name. */
const of = (
  sports: readonly string[],
  names: Readonly<Record<string, TextKey>>,
): Readonly<Record<string, TextKey>> =>
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

/** What each type of market is called, by its id in `@palpite/odds`; of races and outrights by theirs on the wire. */
export const marketNames: Readonly<Record<string, TextKey>> = {
  ...football,
  ...quarters,
  ...baseball,
  ...cricket,
  ...sets,
  ...snooker,
  ...boxing,
  ...fields,
  'outright.winner': 'sportsbook.market.outright',
  'outright.each_way': 'sportsbook.market.placed',
}
