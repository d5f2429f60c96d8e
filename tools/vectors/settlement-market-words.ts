/**
 * The files' names of markets, by the end of our own id. A name that stands in two rows means the first that is offered
 * for the period asked for. Names under `part.` mean that market of one set or innings, never of the whole match.
 * What is not here is skipped by name.
 */
export type Names = Readonly<Record<string, string>>

const THREE_WAY =
  '1x2 match_result_1x2 match_result match_odds full_time_result ftr result three_way 3_way 3way moneyline_3way ' +
  'moneyline_3_way ml_3way three_way_moneyline 3_way_moneyline regular_time_result result_1x2 winner_3way ' +
  'match_winner_3way match_winner_1x2 win_draw_win wdw 3way_result fight_result_1x2'
const TWO_WAY =
  'winner moneyline ml match_winner head_to_head h2h to_win to_win_match match_betting winner_2way ' +
  'moneyline_2way moneyline_2_way ml_2way 2way 2_way money_line match_winner_2way'
/** Sports without a draw have nothing else their result could be. */
const RESULT = `${TWO_WAY} match_odds match_result result`
const NO_BET = 'draw_no_bet dnb draw_no_bet_2way tie_no_bet dnb_2way'
const TOTAL = 'total totals over_under ou o_u overunder over_under_total total_over_under'
const HANDICAP = 'handicap spread spreads ah asian_handicap hcp hdp handicap_2way line asian_hcp'
const ODD_EVEN =
  'odd_even odd_or_even even_odd even_or_odd oe o_e parity total_odd_even odd_even_total total_odd_or_even ' +
  'odd_even_2way'

/** "total_goals", "goals_over_under" and so on for what is counted. */
const totalOf = (unit: string): string =>
  `${unit} total_${unit} ${unit}_total ${unit}_over_under ${unit}_ou over_under_${unit} ou_${unit} ` +
  `total_${unit}_over_under match_${unit} asian_total_${unit} ${unit}_totals total_match_${unit}`
const handicapOf = (unit: string): string =>
  `${unit}_handicap ${unit}s_handicap ${unit}_spread handicap_${unit}s asian_${unit}_handicap ${unit}_hcp`
const oddEvenOf = (unit: string): string =>
  `${unit}_odd_even odd_even_${unit} total_${unit}_odd_even ${unit}_odd_or_even odd_or_even_${unit} even_odd_${unit}`
const teamTotalOf = (unit: string): string =>
  `team_total_${unit} team_${unit} team_${unit}_total ${unit}_team_total total_team_${unit} team_${unit}_over_under`
const TEAM_TOTAL = 'team_total team_totals team_over_under team_ou side_total'

export const FOOTBALL: Names = {
  '1x2': `${THREE_WAY} moneyline ml match_winner winner h2h money_line match_betting`,
  double_chance: 'double_chance dc doublechance',
  draw_no_bet: `${NO_BET} moneyline_2way moneyline_2_way ml_2way 2way winner_2way`,
  asian_handicap: `${HANDICAP} ${handicapOf('goal')} ahc`,
  european_handicap:
    'european_handicap european_handicap_3way eh handicap_3way handicap_3_way three_way_handicap 3_way_handicap ' +
    '3way_handicap handicap_1x2 hcp_3way euro_handicap handicap_european handicap_result 3_way_hcp',
  total: `${TOTAL} ${totalOf('goals')} goal_line asian_total asian_totals`,
  team_total: `${TEAM_TOTAL} ${teamTotalOf('goals')}`,
  both_score:
    'both_teams_to_score btts both_score gg gg_ng ggng bts both_to_score both_teams_score goal_goal bothteamstoscore',
  exact_goals:
    'exact_goals exact_total_goals exact_number_of_goals number_of_goals total_goals_exact goals_exact exact_total',
  correct_score: 'correct_score cs exact_score score correct_result final_score',
  half_time_full_time:
    'half_time_full_time ht_ft htft halftime_fulltime half_full double_result half_time_full_time_result ht_ft_result',
  odd_even: `${ODD_EVEN} ${oddEvenOf('goals')}`,
  highest_half:
    'highest_half highest_scoring_half half_with_most_goals most_goals_half highest_scoring_half_goals ' +
    'half_most_goals which_half_more_goals',
  to_qualify:
    'to_qualify qualify qualification to_advance to_progress to_go_through team_to_qualify qualifies advance',
  corners_1x2:
    'corners_1x2 corner_1x2 corners_result most_corners corners_3way corner_match_bet corners_match_bet',
  corners_handicap: `corners_handicap ${handicapOf('corner')} corners_ah asian_corners_handicap corners_spread`,
  corners_total: `${totalOf('corners')} ${totalOf('corner')} asian_corners`,
  corners_team_total: `${teamTotalOf('corners')} ${teamTotalOf('corner')}`,
  corners_odd_even: `${oddEvenOf('corners')} ${oddEvenOf('corner')}`,
  cards_1x2: 'cards_1x2 card_1x2 most_cards bookings_1x2 booking_1x2 cards_3way',
  cards_handicap: `cards_handicap bookings_handicap ${handicapOf('card')} ${handicapOf('booking')}`,
  cards_total: `${totalOf('cards')} ${totalOf('bookings')} ${totalOf('card')}`,
  cards_team_total: `${teamTotalOf('cards')} ${teamTotalOf('bookings')}`,
  cards_odd_even: `${oddEvenOf('cards')} ${oddEvenOf('bookings')}`,
}

export const QUARTER_SPORTS: Names = {
  winner: TWO_WAY,
  '1x2': `${THREE_WAY} match_odds`,
  draw_no_bet: `${NO_BET} ${TWO_WAY}`,
  handicap: `${HANDICAP} point_spread ${handicapOf('point')} ats`,
  total: `${TOTAL} ${totalOf('points')} game_total`,
  team_total: `${TEAM_TOTAL} ${teamTotalOf('points')}`,
  odd_even: `${ODD_EVEN} ${oddEvenOf('points')}`,
}

export const BASEBALL: Names = {
  winner: TWO_WAY,
  '1x2': THREE_WAY,
  draw_no_bet: `${NO_BET} ${TWO_WAY}`,
  handicap: `${HANDICAP} run_line runline rl ${handicapOf('run')}`,
  total: `${TOTAL} ${totalOf('runs')} game_total`,
  team_total: `${TEAM_TOTAL} ${teamTotalOf('runs')}`,
  odd_even: `${ODD_EVEN} ${oddEvenOf('runs')}`,
}

export const CRICKET: Names = {
  winner: TWO_WAY,
  '1x2': THREE_WAY,
  draw_no_bet: NO_BET,
  handicap: `${HANDICAP} ${handicapOf('run')}`,
  total: `${TOTAL} ${totalOf('runs')}`,
  'part.total': 'innings_runs inning_runs innings_total inning_total',
  team_total: `${TEAM_TOTAL} ${teamTotalOf('runs')}`,
  wickets_total: `${teamTotalOf('wickets')} wickets wickets_total total_wickets`,
  odd_even: `${ODD_EVEN} ${oddEvenOf('runs')}`,
}

/** A set is won by the same names as a match, over its own period. */
const SETS: Names = {
  winner: RESULT,
  set_winner: `set_winner set_moneyline set_result ${RESULT}`,
  total_sets: `${totalOf('sets')} number_of_sets`,
  correct_score:
    'correct_score correct_score_sets set_betting exact_sets set_score sets_score correct_set_score exact_score cs ' +
    'sets_correct_score correct_score_in_sets',
}

export const TENNIS: Names = {
  ...SETS,
  set_handicap: handicapOf('set'),
  handicap: `${HANDICAP} ${handicapOf('game')}`,
  total: `${TOTAL} ${totalOf('games')}`,
  'part.total': 'set_total_games set_games set_total set_games_total',
  'part.handicap': 'set_game_handicap set_games_handicap',
  odd_even: `${ODD_EVEN} ${oddEvenOf('games')}`,
}

const RALLY: Names = {
  ...SETS,
  handicap: `${HANDICAP} ${handicapOf('point')}`,
  total: `${TOTAL} ${totalOf('points')}`,
  'part.total': 'set_total_points set_points set_total set_points_total',
  'part.handicap': 'set_point_handicap set_points_handicap',
  odd_even: `${ODD_EVEN} ${oddEvenOf('points')}`,
}

/** In badminton and table tennis a game is what others call a set. */
const GAMES: Names = {
  ...RALLY,
  set_handicap: `${handicapOf('set')} ${handicapOf('game')}`,
  total_sets: `${SETS['total_sets']} ${totalOf('games')} number_of_games`,
  set_winner: `${SETS['set_winner']} game_winner`,
  correct_score: `${SETS['correct_score']} correct_score_games game_score correct_game_score games_score`,
  'part.total': `${RALLY['part.total']} game_total_points game_points game_total`,
}

export const RALLY_SPORTS = {
  volleyball: { ...RALLY, set_handicap: handicapOf('set') },
  badminton: GAMES,
  table_tennis: GAMES,
} as const

export const SNOOKER: Names = {
  winner: RESULT,
  frame_winner: `frame_winner frame_result ${RESULT}`,
  handicap: `${HANDICAP} ${handicapOf('frame')}`,
  frame_handicap: `frame_handicap frame_point_handicap frame_points_handicap ${HANDICAP} ${handicapOf('point')}`,
  total: `${TOTAL} ${totalOf('frames')} number_of_frames`,
  frame_total: `frame_total frame_points frame_total_points ${TOTAL} ${totalOf('points')}`,
  correct_score:
    'correct_score correct_score_frames frame_score correct_frame_score frames_score exact_score cs',
  odd_even: `${ODD_EVEN} ${oddEvenOf('frames')}`,
}

export const BOXING: Names = {
  winner: `${TWO_WAY} fight_winner bout_winner to_win_fight to_win_bout`,
  '1x2': `${THREE_WAY} fight_result`,
  method: 'method method_of_victory winning_method method_of_win method_of_result victory_method',
  ending_round: 'ending_round round_betting round_of_finish fight_ends_in_round stoppage_round winning_round',
  distance:
    'distance go_the_distance goes_the_distance fight_goes_the_distance fight_to_go_the_distance goes_distance ' +
    'go_distance will_the_fight_go_the_distance',
  total_rounds: `${TOTAL} ${totalOf('rounds')} fight_total`,
}
