import { performance } from 'node:perf_hooks'
import { appendToLog } from '../../apps/server/src/platform/public-log.ts'
import { sealAll } from '../../apps/server/src/platform/seals.ts'
import { sealedTables, verifyAll } from '../../apps/server/src/verify.ts'
import { growDatabase, type Grown } from '../seed/growth.ts'
import type { OwnApp } from './own-app.ts'

const DAYS = 90
const MINUTE_MS = 60_000

/** Fills the database with the past of this many players, committed to, sealed and verified; tells how long each took. */
export async function fillPast(
  own: OwnApp,
  { players, entries }: { players: number; entries: number },
): Promise<Grown> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const answer = await work()
    say(`${what} in ${((performance.now() - from) / MINUTE_MS).toFixed(1)} minutes`)
    return answer
  }
  const grown = await timed('filled', () =>
    growDatabase(own.postgres.ownerUrl, { players, entries, days: DAYS, say }),
  )
  await timed('committed to in the public log', () => appendToLog(own.deps))
  await timed('sealed', () => sealAll(own.deps.db, sealedTables()))
  const findings = await timed('verified', () => verifyAll(own.deps.db))
  if (findings.length > 0) throw new Error(`what was filled in does not hold: ${findings[0]}`)
  return grown
}
