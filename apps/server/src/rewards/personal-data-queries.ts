import type { PersonalTable } from '../platform/personal-data.ts'

/** What rewards store about a player: the grants and their reasons. */
export const rewardsPersonalData: readonly PersonalTable[] = [
  { table: 'rewards_grant', owner: 'player_id', newest: 'granted_at', until: 'law' },
  { table: 'rewards_check_in', owner: 'player_id', newest: 'day', until: 'law' },
  { table: 'rewards_game_bonus', owner: 'player_id', newest: 'player_id', until: 'law' },
  {
    table: 'rewards_commission_share',
    owner: 'earner_id',
    newest: 'day',
    until: 'law',
    without: ['reasons', 'cause'],
  },
  {
    table: 'rewards_commission_share',
    owner: 'player_id',
    newest: 'day',
    until: 'law',
    leftOut: 'what others earned by inviting the player: theirs',
  },
  {
    table: 'rewards_commission_unshared',
    owner: 'player_id',
    newest: 'day',
    until: 'days',
    leftOut: 'for what others earn by inviting the player: theirs',
  },
  {
    table: 'rewards_commission_decision',
    owner: 'earner_id',
    newest: 'decided_at',
    until: 'law',
    without: ['relations', 'reason'],
  },
  {
    table: 'rewards_commission_decision',
    owner: 'player_id',
    newest: 'decided_at',
    until: 'law',
    leftOut: 'what was decided of others who invited the player: theirs',
  },
]
