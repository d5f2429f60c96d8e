import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { flakeLines, type RunResult } from './results.ts'
import { runJourneysOnce, runOnce } from './run-tests.ts'

/**
 * `npm run flakes -- [--times N] [--load] [FILE…]`: runs test files N times (5) without retries, with `--load` while
 * every core is kept busy, and reports how often each test failed. Files of journeys, of `npm run chaos` and of other
 * tests can be mixed; without any, all but chaos run. Exits with 1 if anything failed.
 */
const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '5' }, load: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const times = Number(values.times)
if (!Number.isInteger(times) || times < 1) throw new Error('--times takes a whole number from 1 on')

const root = resolve(import.meta.dirname, '../..')
const areJourneys = (file: string) => file.includes('.e2e') || file.includes('tests/e2e')
const areChaos = (file: string) => file.includes('tools/chaos')
const journeys = positionals.filter(areJourneys)
const chaos = positionals.filter(areChaos)
const others = positionals.filter((file) => !areJourneys(file) && !areChaos(file))
const isAll = positionals.length === 0

const busy: ChildProcess[] = values.load ? Array.from({ length: availableParallelism() }, keepBusy) : []
const runs: RunResult[] = []
try {
  for (let time = 1; time <= times; time += 1) {
    console.log(`\n── time ${time} of ${times}`)
    const parts: RunResult[] = []
    if (isAll || others.length > 0) parts.push(await runVitest('vitest.config.ts', others))
    if (chaos.length > 0) parts.push(await runVitest('vitest.chaos.config.ts', chaos))
    if (isAll || journeys.length > 0) parts.push(await runJourneysOnce(['--retries=0', ...journeys]))
    runs.push({
      files: parts.flatMap(({ files }) => files),
      problems: parts.flatMap(({ problems }) => problems),
    })
  }
} finally {
  for (const child of busy) child.kill()
}

const lines = flakeLines(runs)
const tests = runs.flatMap(({ files }) => files).flatMap((file) => file.tests)
const load = values.load ? ', with every core kept busy' : ''
console.log(
  ['', ...lines, `${tests.length} tests in ${times} runs${load}, ${lines.length} unsteady`].join('\n'),
)
if (lines.length > 0 || tests.length === 0) process.exitCode = 1

function runVitest(config: string, filters: readonly string[]): Promise<RunResult> {
  return runOnce({ config, root, filters, output: 'inherit' })
}

/** A process that never rests. It ends with this one, even when this one is killed: its input closes then. */
function keepBusy(): ChildProcess {
  const words =
    'process.stdin.on("end", () => process.exit()).resume(); (function on() { const end = Date.now() + 200; while (Date.now() < end); setImmediate(on) })()'
  return spawn(process.execPath, ['-e', words], { stdio: ['pipe', 'ignore', 'inherit'] })
}
