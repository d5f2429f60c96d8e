import { present } from '../platform/assert.ts'
import type { Tx } from '../platform/db/index.ts'
import { HOUSE } from './house-accounts.ts'

/** Accounts of the house that are opened while the product runs: of a studio, of a bank that money comes in and goes out by. */
type OpenedKind = `${'studio' | 'pix_in' | 'pix_out'}:${string}`

/** Opens an account of the house by this kind, once; answers its id. */
export const insertHouseAccount = async (tx: Tx, kind: OpenedKind): Promise<number> => {
  const [opened] = await tx<{ id: number }[]>`
    with opened as (
      insert into ledger_account (player_id, kind) values (${HOUSE}, ${kind})
      on conflict (player_id, kind) do nothing
      returning id
    )
    select id from opened
    union all
    select id from ledger_account where player_id = ${HOUSE} and kind = ${kind}
    limit 1`
  return present(opened, `the account ${kind}`).id
}
