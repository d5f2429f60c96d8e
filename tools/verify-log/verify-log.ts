import { mkdirSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { wordsOf } from '../import/with-deps.ts'
import { checkLog, type Head } from './check-log.ts'

/**
 * `npm run verify-log -- [ADDRESS] [FILE]`: verifies the public log at an address, by default that of the local app,
 * and stores its head in a file for the next comparison.
 */
const [
  address = process.env['PUBLIC_URL'] || `http://localhost:${process.env['PORT'] || 3000}`,
  file = join(process.env['DATA_DIR'] || '.data', 'seen-log-head.json'),
] = process.argv.slice(2)

const PAUSE_MS = 1000
const TRIES = 30

/** A call's data; undefined without any. A rate-limited call is repeated. */
async function ask(path: string): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${address.replace(/\/$/, '')}/api/app/publicLog/${path}`)
    const { status, data } = (await answer.json()) as { status: number; data: { code?: string } }
    if (status === 200) return data
    if (status === 404) return undefined
    if (tries === TRIES) throw new Error(`${path} answered ${answer.status} ${data.code ?? ''}`)
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
}

try {
  const at = resolve(file)
  const seen = existsSync(at) ? (JSON.parse(readFileSync(at, 'utf8')) as Head) : undefined
  const { head, findings, counts } = await checkLog(ask, seen)
  for (const finding of findings) console.error(finding)
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
  console.log(
    findings.length === 0
      ? `The log holds: ${head?.size ?? 0} entries (${kinds || 'none'})${seen ? `, ${seen.size} of them seen before` : ''}.`
      : 'The log does not hold.',
  )
  if (head) console.log(`Its head: ${head.rootHash}, of ${new Date(head.timestampMs).toISOString()}`)
  // Only a valid head is stored for comparison.
  if (head && findings.length === 0) {
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, `${JSON.stringify(head, null, 2)}\n`)
  }
  process.exitCode = findings.length === 0 ? 0 : 1
} catch (error) {
  console.error(`The log could not be read: ${wordsOf(error)}`)
  process.exitCode = 1
}
