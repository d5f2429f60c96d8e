import { readAuditHead, verifyAudit } from '../../apps/server/src/platform/audit.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'

/** `npm run verify-audit`: verifies the whole audit chain, and prints its end, to be stored outside the database. */
try {
  const { findings, head } = await withDeps(process.env, async ({ db }) => ({
    head: await readAuditHead(db),
    findings: await verifyAudit(db),
  }))
  for (const finding of findings) console.error(finding)
  console.log(findings.length === 0 ? 'The audit chain holds.' : 'The audit chain does not hold.')
  console.log(`Its last row: ${head.lastId}, of ${head.at.toISOString()}, hash ${head.lastHash}`)
  process.exitCode = findings.length === 0 ? 0 : 1
} catch (error) {
  console.error(`The audit chain could not be checked: ${wordsOf(error)}`)
  process.exitCode = 1
}
