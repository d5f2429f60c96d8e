import type { PersonalTable } from '../platform/personal-data.ts'

/** What wagering stores about a player. It is about money, so the law keeps it as long as the ledger. */
export const wageringPersonalData: readonly PersonalTable[] = [
  {
    table: 'wagering_requirement',
    owner: 'player_id',
    newest: 'opened_at',
    until: 'law',
    // The ledger counters that bound a requirement: meaningless without the ledger.
    without: ['from_contributed_e4', 'until_contributed_e4'],
  },
  { table: 'wagering_given_back', owner: 'player_id', newest: 'given_back_at', until: 'law' },
]
