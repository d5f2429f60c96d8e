import type { PersonalTable } from '../platform/personal-data.ts'

/** What the games store of a player: rounds and their proofs. */
export const gamesPersonalData: readonly PersonalTable[] = [
  {
    table: 'games_round',
    owner: 'player_id',
    newest: 'id',
    until: 'law',
    // Internal forms: how the app shows the end of a round, and the version of the balances.
    without: ['state', 'balance_version'],
    shows: { id: 'round' },
  },
  {
    table: 'games_step',
    owner: 'player_id',
    newest: 'created_at',
    until: 'law',
    without: ['balance_version'],
    shows: { round_id: 'round' },
  },
  // A server seed in use is secret; revealed ones are in the signed file of rounds.
  { table: 'games_seed_pair', owner: 'player_id', newest: 'id', until: 'law', without: ['server_seed'] },
  { table: 'games_session', owner: 'player_id', newest: 'id', until: 'law' },
  { table: 'games_studio_round', owner: 'player_id', newest: 'id', until: 'law' },
  { table: 'games_wallet_transaction', owner: 'player_id', newest: 'created_at', until: 'law' },
  { table: 'games_free_rounds', owner: 'player_id', newest: 'id', until: 'law' },
  { table: 'games_favourite', owner: 'player_id', newest: 'created_at', until: 'contact' },
]
