import { openHouseAccount } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { upsertKey, upsertStudio } from './queries.ts'

export type StudioTerms = { id: string; name: string; baseUrl: string; keyId: string; secret: string }

/** Takes a studio on: its account in the ledger, its place, its key. Asked again it changes what is new. */
export const takeOnStudio = ({ db }: Pick<Deps, 'db'>, terms: StudioTerms) =>
  db.begin((tx) => takeOnStudioIn(tx, terms))

/** The same, in the transaction of whoever asks. */
export async function takeOnStudioIn(
  tx: Tx,
  { id, name, baseUrl, keyId, secret }: StudioTerms,
): Promise<void> {
  const accountId = await openHouseAccount(tx, `studio:${id}`)
  await upsertStudio(tx, { id, name, baseUrl: baseUrl.replace(/\/$/, ''), accountId })
  await upsertKey(tx, { id: keyId, studioId: id, secret })
}
