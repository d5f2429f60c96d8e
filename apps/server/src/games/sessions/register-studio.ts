import { openHouseAccount } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { upsertKey, upsertStudio } from './queries.ts'

export type StudioTerms = { id: string; name: string; baseUrl: string; keyId: string; secret: string }

/** Registers our own studio: its ledger account, its address and its key. Idempotent; a repeated call updates what changed. */
export const registerStudio = ({ db }: Pick<Deps, 'db'>, { keyId, secret, ...studio }: StudioTerms) =>
  db.begin(async (tx) => {
    await openStudioIn(tx, studio)
    await upsertKey(tx, { id: keyId, studioId: studio.id, secret })
  })

/** The account and the place of a studio, without a key, in the transaction of whoever asks. */
export async function openStudioIn(
  tx: Tx,
  { id, name, baseUrl }: Pick<StudioTerms, 'id' | 'name' | 'baseUrl'>,
): Promise<void> {
  const accountId = await openHouseAccount(tx, `studio:${id}`)
  await upsertStudio(tx, { id, name, baseUrl: baseUrl.replace(/\/$/, ''), accountId })
}
