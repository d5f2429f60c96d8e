import { expect } from 'vitest'
import type { Db } from '../db/index.ts'
import type { SealedTable } from '../seals-rules.ts'
import { sealAll, verifySeals } from '../seals.ts'

/** A statement of a test, as it stands. */
export const statement = (text: string) => [text] as unknown as TemplateStringsArray

/** Seals all there is, where nobody is at work; what is written from then on comes after it. */
export async function sealNow(db: Db, tables: readonly SealedTable[]): Promise<void> {
  const [row] = await db<{ at: Date }[]>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at, pg_sleep(0.005)::text`
  await sealAll(db, tables, row?.at)
}

/** What the seals say after a damage by somebody who may do everything. The damage is undone. */
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
