import type { PersonalTable } from '../platform/personal-data.ts'

/** What the sports book stores of a player: bets as placed, kept after the account is closed. */
export const sportsbookPersonalData: readonly PersonalTable[] = [
  {
    table: 'sportsbook_bet',
    owner: 'player_id',
    newest: 'id',
    until: 'law',
    without: ['signature', 'resolutions'],
    shows: { id: 'bet' },
  },
  {
    table: 'sportsbook_bet_corrected',
    owner: 'player_id',
    newest: 'settled_at',
    until: 'law',
    without: ['signature', 'resolutions'],
    shows: { id: 'bet' },
  },
  { table: 'sportsbook_leg', owner: 'player_id', newest: 'bet_id', until: 'law', shows: { bet_id: 'bet' } },
  { table: 'sportsbook_cash_out', owner: 'player_id', newest: 'id', until: 'law', shows: { bet_id: 'bet' } },
  {
    table: 'sportsbook_cash_out_rule',
    owner: 'player_id',
    newest: 'bet_id',
    until: 'law',
    shows: { bet_id: 'bet' },
  },
  { table: 'sportsbook_free_bet', owner: 'player_id', newest: 'id', until: 'law', shows: { bet_id: 'bet' } },
  { table: 'sportsbook_favourite', owner: 'player_id', newest: 'created_at', until: 'contact' },
  {
    table: 'sportsbook_waiting_bet',
    owner: 'player_id',
    newest: 'due_at',
    until: 'days',
    leftOut: 'a bet that waits some seconds to be taken',
  },
  {
    table: 'sportsbook_bet_offer',
    owner: 'player_id',
    newest: 'paused_until',
    until: 'days',
    leftOut: 'a stake that was offered, for an hour',
  },
  {
    table: 'sportsbook_bet_referral',
    owner: 'player_id',
    newest: 'id',
    until: 'law',
    without: ['operator_id', 'reason'],
    shows: { bet_id: 'bet' },
  },
  {
    table: 'sportsbook_stake_factor',
    owner: 'player_id',
    newest: 'set_at',
    until: 'law',
    leftOut: 'a measure of risk: it would tell how to get round it; support explains it',
  },
  {
    table: 'sportsbook_bet_mark',
    owner: 'player_id',
    newest: 'id',
    until: 'law',
    leftOut: 'what is looked at against fraud: it would tell how to get round it; support explains it',
  },
]
