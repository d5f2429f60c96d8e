import { catalogue } from '@palpite/contract/studio'
import * as z from 'zod/mini'
import type { Deps } from '../../platform/deps.ts'
import { selectStudios, type StudioRow, writeCatalogue } from './queries.ts'

const PATIENCE_MS = 3000
/** A catalogue of two hundred games with long names is a tenth of it. */
const MAX_BYTES = 1_000_000

/**
 * Asks every studio for its catalogue and writes what it publishes. A studio that is down or answers rubbish keeps the
 * catalogue it had. Addresses of studios come from operators alone.
 */
export async function refreshCatalogues({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const studios = await selectStudios(db)
  await Promise.all(
    studios
      .filter(({ isOpen }) => isOpen)
      .map((studio) =>
        refresh(db, studio).catch((error: unknown) =>
          log.warn({ err: error, studio: studio.id }, 'the catalogue of a studio'),
        ),
      ),
  )
}

async function refresh(db: Deps['db'], studio: StudioRow): Promise<void> {
  const response = await fetch(`${studio.baseUrl}/catalogue.json`, {
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new Error(`the studio answered ${response.status}`)
  const text = await response.text()
  if (text.length > MAX_BYTES) throw new Error('the catalogue is too long')
  const read = z.parse(catalogue, JSON.parse(text))
  const own = { games: read.games.filter(({ code }) => code.startsWith(`${studio.id}-`)) }
  await db.begin((tx) => writeCatalogue(tx, studio, own))
}
