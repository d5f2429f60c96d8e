import { openHouseAccount } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { upsertKey, upsertStudio } from './queries.ts'

export type StudioTerms = { id: string; name: string; baseUrl: string; keyId: string; secret: string }

/** Takes our own studio on: its account in the ledger, its place, its key. Asked again it changes what is new. */
export const takeOnStudio = ({ db }: Pick<Deps, 'db'>, { keyId, secret, ...studio }: StudioTerms) =>
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
