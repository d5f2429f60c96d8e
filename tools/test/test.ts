import {
  exitCodeOf,
  type FileResult,
  sum,
  timeLines,
  type Verdict,
  verdictLines,
  verdictOfCheck,
} from './results.ts'
import { runAside, runJourneys, runTests } from './run-tests.ts'

/**
 * `npm test`: every check and every test of the repository, quick ones first, all of them even if one fails. Ends
 * with the slowest files, then failures, flaky tests and the total.
 */
const SLOWEST_SHOWN = 12
const MAX_SECONDS = 780
/**
 * What needs one core each, two at once, the longest first. The web apps are built among them, for the journeys: alone
 * that leaves a core idle.
 */
const CHECKS = ['types', 'build', 'lint', 'dead', 'format', 'spec', 'promises']
const CHECKS_AT_ONCE = 2

const verdicts: Verdict[] = []
const files: FileResult[] = []
const waiting = [...CHECKS]
await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, checkInTurn))
await tests('unit, property and integration tests', () => runTests({ config: 'vitest.config.ts' }))
await tests('browser journeys', () => runJourneys())

const total = sum(verdicts)
title('where the time went')
const inAll = `${process.uptime().toFixed(1).padStart(7)} s  in all, of ${MAX_SECONDS} at most on two quiet cores`
console.log([...timeLines(files, SLOWEST_SHOWN), inAll, '', ...verdictLines(total)].join('\n'))
process.exitCode = exitCodeOf(total)

async function checkInTurn(): Promise<void> {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift())
    verdicts.push(await check(script))
}

/** One script of package.json, so that this runs the same command as `npm run lint`. Its output is printed once it has ended. */
async function check(script: string): Promise<Verdict> {
  const { exitCode, words } = await runAside('npm', ['run', '--silent', script])
  title(script)
  console.log(`${words}${exitCode === 0 ? 'passed' : 'FAILED'}`)
  return verdictOfCheck(script, exitCode)
}

type Run = () => Promise<{ verdict: Verdict; files: FileResult[] }>

async function tests(what: string, runAll: Run): Promise<void> {
  title(what)
  const done = await runAll()
  verdicts.push(done.verdict)
  files.push(...done.files)
}

function title(words: string): void {
  console.log(`\n── ${words}`)
}
