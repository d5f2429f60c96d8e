import { verifyAll } from '../../apps/server/src/verify.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'

/** `npm run check-ledger`: verifies the ledger in this data folder, or at DATABASE_URL. */
try {
  const findings = await withDeps(process.env, (deps) => verifyAll(deps.db))
  for (const finding of findings) console.error(finding)
  console.log(findings.length === 0 ? 'The ledger holds.' : `${findings.length} findings.`)
  process.exitCode = findings.length === 0 ? 0 : 1
} catch (error) {
  console.error(`The ledger could not be checked: ${wordsOf(error)}`)
  process.exitCode = 1
}
