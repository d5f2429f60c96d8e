import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import {
  type Count,
  countCheck,
  countReport,
  failuresOf,
  type FileTime,
  sum,
  timesOf,
  timesTold,
  verdict,
} from './count.ts'

/**
 * `npm test`: every check and every test of the repository, the quick ones first, all of them even when one fails.
 * What failed is said once more at the end, after the files that took longest; the last line is the sum.
 */
const root = resolve(import.meta.dirname, '../..')
const reports = mkdtempSync(join(tmpdir(), 'palpite-reports-'))

const counts: Count[] = []
const failures: string[] = []
const times: FileTime[] = []
const SLOWEST_TOLD = 12
for (const script of ['types', 'lint', 'format', 'dead', 'spec', 'promises']) counts.push(await check(script))
counts.push(await vitest('unit, property and integration tests', 'vitest.config.ts'))
counts.push(await vitest('browser journeys', 'vitest.e2e.config.ts'))
rmSync(reports, { recursive: true, force: true })

const total = sum(counts)
const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_TOLD)
title('where the time went')
console.log(timesTold(slowest, process.uptime()).join('\n'))
console.log(['', ...failures, verdict(total)].join('\n'))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** One script of package.json, so that `npm run lint` and this are the same words. */
async function check(script: string): Promise<Count> {
  title(script)
  const exitCode = await run('npm', ['run', '--silent', script])
  console.log(exitCode === 0 ? 'passed' : 'FAILED')
  if (exitCode !== 0) failures.push(`FAILED npm run ${script}`)
  return countCheck(exitCode)
}

async function vitest(what: string, config: string): Promise<Count> {
  title(what)
  const file = join(reports, `${config}.json`)
  const exitCode = await run('vitest', [
    'run',
    `--config=${config}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  times.push(...timesOf(report, root))
  const count = countReport(report, exitCode)
  const told = failuresOf(report, root).map((failure) => `FAILED ${failure}`)
  failures.push(...told)
  if (count.failed > told.length) failures.push(`FAILED ${what}: see above, exit code ${exitCode}`)
  return count
}

function title(words: string): void {
  console.log(`\n── ${words}`)
}

/** Runs a program of the repository with its words on the terminal; answers its exit code. */
function run(program: string, args: string[]): Promise<number> {
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(program, args, { cwd: root, env: { ...process.env, PATH: path }, stdio: 'inherit' })
  return new Promise((done) => {
    child.once('error', (error) => {
      console.error(error.message)
      done(1)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}
