import { openHouseAccount } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { upsertKey, upsertStudio } from './queries.ts'

export type StudioTerms = { id: string; name: string; baseUrl: string; keyId: string; secret: string }

/** Takes a studio on: its account in the ledger, its place, its key. Asked again it changes what is new. */
export const takeOnStudio = ({ db }: Pick<Deps, 'db'>, { id, name, baseUrl, keyId, secret }: StudioTerms) =>
  db.begin(async (tx) => {
    const accountId = await openHouseAccount(tx, `studio:${id}`)
    await upsertStudio(tx, { id, name, baseUrl: baseUrl.replace(/\/$/, ''), accountId })
    await upsertKey(tx, { id: keyId, studioId: id, secret })
  })
