import { expect } from 'vitest'
import type { Db } from '../db/index.ts'
import type { SealedTable } from '../seals-rules.ts'
import { sealAll, verifySeals } from '../seals.ts'

/** A test's statement, verbatim. */
export const statement = (text: string) => [text] as unknown as TemplateStringsArray

/** Seals everything, with no open transactions; later writes come after it. */
export async function sealNow(db: Db, tables: readonly SealedTable[]): Promise<void> {
  const [row] = await db<{ at: Date }[]>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at, pg_sleep(0.005)::text`
  await sealAll(db, tables, row?.at)
}

/** The verification's findings after damage by a superuser. The damage is rolled back. */
export async function findingsAfter(
  owner: Db,
  tables: readonly SealedTable[],
  damage: readonly string[],
): Promise<string[]> {
  const undo = new Error('undone')
  let findings: string[] = []
  const work = owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const text of damage) await tx(statement(text))
    findings = await verifySeals(tx, tables)
    throw undo
  })
  await expect(work).rejects.toBe(undo)
  return findings
}
