import {
  exitCodeOf,
  type FileResult,
  sum,
  timeLines,
  type Verdict,
  verdictLines,
  verdictOfCheck,
} from './results.ts'
import { run, runJourneys, runTests } from './run-tests.ts'

/**
 * `npm test`: every check and every test of the repository, the quick ones first, all of them even when one fails.
 * What failed, what was flaky and the sum stand at the end, after the files that took longest.
 */
const SLOWEST_TOLD = 12
const MAX_SECONDS = 780

const verdicts: Verdict[] = []
const files: FileResult[] = []
for (const script of ['types', 'lint', 'format', 'dead', 'spec', 'promises'])
  verdicts.push(await check(script))
await tests('unit, property and integration tests', () => runTests({ config: 'vitest.config.ts' }))
await tests('browser journeys', () => runJourneys())

const total = sum(verdicts)
title('where the time went')
const inAll = `${process.uptime().toFixed(1).padStart(7)} s  in all, of ${MAX_SECONDS} at most on two quiet cores`
console.log([...timeLines(files, SLOWEST_TOLD), inAll, '', ...verdictLines(total)].join('\n'))
process.exitCode = exitCodeOf(total)

/** One script of package.json, so that `npm run lint` and this are the same words. */
async function check(script: string): Promise<Verdict> {
  title(script)
  const exitCode = await run('npm', ['run', '--silent', script])
  console.log(exitCode === 0 ? 'passed' : 'FAILED')
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
