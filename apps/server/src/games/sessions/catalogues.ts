import { catalogue } from '@palpite/contract/studio'
import * as z from 'zod/mini'
import { callOutside, type Outside, outsideOf, notedCall } from '../../platform/call-outside.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectStudios, type StudioRow, writeCatalogue, upsertKey, upsertStudio } from './queries.ts'
import { openHouseAccount } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'

const PATIENCE_MS = 3000
/** The longest catalogue. One of two hundred games with long names has a tenth of it. */
const MAX_BYTES = 1_000_000

/**
 * Fetches every studio's catalogue and writes what it publishes. A studio that is down or answers nonsense keeps its
 * previous catalogue.
 */
export async function refreshCatalogues(
  { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>,
  outside = outsideOf(config),
): Promise<void> {
  const studios = await selectStudios(db)
  await Promise.all(
    studios
      .filter(({ isOpen }) => isOpen)
      .map((studio) =>
        notedCall(`studio ${studio.id}`, refresh({ db, outside }, studio)).catch((error: unknown) =>
          log.warn({ err: error, studio: studio.id }, 'the catalogue of a studio'),
        ),
      ),
  )
}

async function refresh(
  { db, outside }: { db: Deps['db']; outside: Outside },
  studio: StudioRow,
): Promise<void> {
  const { status, text } = await callOutside(outside, `${studio.baseUrl}/catalogue.json`, {
    method: 'GET',
    maxBytes: MAX_BYTES,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (status !== 200) throw new Error(`the studio answered ${status}`)
  const read = z.parse(catalogue, JSON.parse(text))
  const own = { games: read.games.filter(({ code }) => code.startsWith(`${studio.id}-`)) }
  await db.begin((tx) => writeCatalogue(tx, studio, own))
}

type StudioTerms = { id: string; name: string; baseUrl: string; keyId: string; secret: string }

/** Registers our own studio: its ledger account, its address and its key. Idempotent; a repeated call updates what changed. */
export const registerStudio = ({ db }: Pick<Deps, 'db'>, { keyId, secret, ...studio }: StudioTerms) =>
  db.begin(async (tx) => {
    await openStudioIn(tx, studio)
    await upsertKey(tx, { id: keyId, studioId: studio.id, secret })
  })

/** The account and registration of a studio, without a key, in the caller's transaction. */
export async function openStudioIn(
  tx: Tx,
  { id, name, baseUrl }: Pick<StudioTerms, 'id' | 'name' | 'baseUrl'>,
): Promise<void> {
  const accountId = await openHouseAccount(tx, `studio:${id}`)
  await upsertStudio(tx, { id, name, baseUrl: baseUrl.replace(/\/$/, ''), accountId })
}
