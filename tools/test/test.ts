import {
  exitCodeOf,
  type FileResult,
  sum,
  timeLines,
  type Verdict,
  verdictLines,
  verdictOfCheck,
} from './results.ts'
import './quick-files.ts'
import { runAside, runJourneys, runTests } from './run-tests.ts'

/**
 * `npm test`: every check and every test of the repository, all of them even when one fails. What failed, what was flaky
 * and the sum stand at the end, after the files that took longest.
 */
const SLOWEST_TOLD = 12
const MAX_SECONDS = 780
/**
 * They take a core each, so they run one after the other, the longest first: beside the build, which servers of the unit
 * tests read and the journeys visit, then beside the unit tests, which often wait for processes and databases.
 */
const CHECKS = ['types', 'lint', 'dead', 'format', 'spec', 'promises']

const verdicts: Verdict[] = []
const files: FileResult[] = []
const checking = checkAll()
console.log(await check('build'))
await tests('unit, property and integration tests', () => runTests({ config: 'vitest.config.ts' }))
console.log((await checking).join('\n'))
await tests('browser journeys', () => runJourneys())

const total = sum(verdicts)
title('where the time went')
const inAll = `${process.uptime().toFixed(1).padStart(7)} s  in all, of ${MAX_SECONDS} at most on two quiet cores`
console.log([...timeLines(files, SLOWEST_TOLD), inAll, '', ...verdictLines(total)].join('\n'))
process.exitCode = exitCodeOf(total)

/** Answers what the checks said: it is told after the tests, whose own lines would be drawn over it. */
async function checkAll(): Promise<string[]> {
  const told: string[] = []
  for (const script of CHECKS) told.push(await check(script))
  return told
}

/** One script of package.json, so that `npm run lint` and this are the same words. */
async function check(script: string): Promise<string> {
  const { exitCode, words } = await runAside('npm', ['run', '--silent', script])
  verdicts.push(verdictOfCheck(script, exitCode))
  return `\n── ${script}\n${words}${exitCode === 0 ? 'passed' : 'FAILED'}`
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
