import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { wordsOf } from '../import/with-deps.ts'
import { drill } from './drill.ts'
import { missingEngine, repositoryOf } from './engine.ts'

// `npm run restore-drill -- --config FILE --stanza NAME [--at TIME] [--max-behind SECONDS]`: restores the newest
// backup beside the original, verifies it and compares it with the original (DATABASE_OWNER_URL). Exit code 1 if the
// copy is wrong, or its last transfer is more than 300 seconds behind (not checked with --at). Run weekly by a timer:
// docs/runbook, "Backups".
const { values } = parseArgs({
  options: {
    config: { type: 'string', default: '/etc/pgbackrest.conf' },
    stanza: { type: 'string', default: 'palpite' },
    at: { type: 'string' },
    'max-behind': { type: 'string', default: '300' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'palpite-drill-'))
chmodSync(folder, 0o755) // the database's user must be able to enter it
try {
  const missing = missingEngine()
  if (missing !== undefined) throw new Error(`this machine has no ${missing}`)
  const originalUrl = process.env['DATABASE_OWNER_URL'] ?? process.env['DATABASE_URL']
  if (!originalUrl) throw new Error('DATABASE_OWNER_URL says which database the copy is compared with')
  const repository = repositoryOf(values.config, values.stanza)
  const target = values.at === undefined ? {} : { at: values.at }
  const maxBehindSeconds = values.at === undefined ? Number(values['max-behind']) : undefined
  if (Number.isNaN(maxBehindSeconds)) throw new Error('--max-behind takes a number of seconds')
  const said = await drill({
    folder: join(folder, 'copy'),
    repository,
    originalUrl,
    target,
    maxBehindSeconds,
  })
  for (const finding of said.findings) console.error(finding)
  console.log(
    `Restored in ${said.restoredSeconds} s, its last transfer ${said.behindSeconds} s before the original's.`,
  )
  console.log(`${said.rows} rows of ${said.tables} tables are held against the original.`)
  console.log(said.findings.length === 0 ? 'The copy proves.' : `${said.findings.length} findings.`)
  process.exitCode = said.findings.length === 0 ? 0 : 1
} catch (error) {
  console.error(`The backup could not be restored: ${wordsOf(error)}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
