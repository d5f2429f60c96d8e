import type { PersonalTable } from '../platform/personal-data.ts'

/** What the ledger stores about a player: never changed, never deleted. */
export const ledgerPersonalData: readonly PersonalTable[] = [
  { table: 'ledger_account', owner: 'player_id', newest: 'id', until: 'law' },
  {
    table: 'ledger_entry',
    owner: 'player_id',
    newest: 'created_at',
    until: 'law',
    shows: { transfer_key: 'reason' },
  },
  {
    table: 'ledger_transfer',
    owner: 'player_id',
    newest: 'created_at',
    until: 'law',
    leftOut: 'both sides of what the entries tell from the side of the player',
  },
  {
    table: 'ledger_transfer_key',
    owner: 'player_id',
    newest: 'created_at',
    until: 'law',
    leftOut: 'names of transfers, so that none is made twice',
  },
  { table: 'ledger_turnover', owner: 'player_id', newest: 'day', until: 'law' },
]
