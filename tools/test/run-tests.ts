import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { failedFiles, type FileResult, type RunResult, type Verdict, verdictOfRuns } from './results.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MAX_RERUNS = 2
/** If more files fail than this, the cause is systematic: they are reported without an hour of retries. */
const MAX_RERUN_FILES = 12

type Options = {
  config: string
  /** The folder that `config` and the names of files are below. */
  root?: string
  /** Names of files, or parts of them; none means all. */
  filters?: readonly string[]
  /** The destination of the tests' output. */
  output?: 'inherit' | 'ignore'
}

/**
 * Runs the tests of a vitest configuration. A file in which something failed is run again, up to twice, alone in a
 * fresh process: a test that then passes is reported as flaky (docs/decisions/0035).
 */
export async function runTests({ config, root = ROOT, filters = [], output = 'inherit' }: Options): Promise<{
  verdict: Verdict
  files: FileResult[]
}> {
  const first = await runOnce({ config, root, filters, output })
  const runs = [first]
  const candidates = failedFiles(first)
  for (const file of candidates.length > MAX_RERUN_FILES ? [] : candidates) {
    runs.push(...(await rerun({ config, root, filters: [file], output }, first)))
  }
  return { verdict: verdictOfRuns(runs), files: first.files }
}

/** Runs one file again until all of it has passed once, or it has failed too often. */
async function rerun(options: Required<Options>, first: RunResult): Promise<RunResult[]> {
  const [file = ''] = options.filters
  const own: RunResult = { problems: [], files: first.files.filter((one) => one.file === file) }
  const again: RunResult[] = []
  while (again.length < MAX_RERUNS && verdictOfRuns([own, ...again]).failed > 0) {
    if (options.output === 'inherit') console.log(`\n── run again, alone: ${file}`)
    const { files } = await runOnce({ ...options, filters: [resolve(options.root, file)] })
    again.push({ problems: [], files })
  }
  return again
}

/** Runs the browser journeys. Playwright itself tries what failed again, twice, in a fresh process with a fresh app. */
export async function runJourneys(): Promise<{ verdict: Verdict; files: FileResult[] }> {
  const result = await runJourneysOnce([])
  return { verdict: verdictOfRuns([result]), files: result.files }
}

/** Runs journeys with these arguments of Playwright: parts of file names, flags. */
export const runJourneysOnce = (
  args: readonly string[],
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<RunResult> => withResults('the journeys', ['playwright', ['test', ...args]], output)

/** Runs the tests of a vitest configuration, and nothing again. */
export async function runOnce({ config, root, filters, output }: Required<Options>): Promise<RunResult> {
  const reporter = join(import.meta.dirname, 'results-reporter.ts')
  const reporters = ['--reporter=default', `--reporter=${reporter}`]
  const args = ['run', ...filters, `--root=${root}`, `--config=${config}`, ...reporters]
  return withResults(config, ['vitest', args], output)
}

/** Runs a program that writes its results to the given file. */
async function withResults(
  what: string,
  [program, args]: [string, string[]],
  output: 'inherit' | 'ignore',
): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-results-'))
  const target = join(folder, 'results.json')
  try {
    const exitCode = await run(program, args, { env: { TEST_RESULTS_FILE: target }, output })
    const result = existsSync(target)
      ? (JSON.parse(readFileSync(target, 'utf8')) as RunResult)
      : { files: [], problems: [] }
    const isExplained = failedFiles(result).length > 0 || result.problems.length > 0
    if (exitCode !== 0 && !isExplained) result.problems.push(`${what} ended with exit code ${exitCode}`)
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `output` may be an open file. */
type RunOptions = { env?: Record<string, string>; output?: 'inherit' | 'ignore' | number }

/** Runs a program of the repository and buffers its output until it has ended, for parallel runs. */
export async function runAside(
  program: string,
  args: string[],
): Promise<{ exitCode: number; words: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-words-'))
  const file = join(folder, 'words')
  const words = openSync(file, 'w')
  try {
    const exitCode = await run(program, args, { output: words })
    return { exitCode, words: readFileSync(file, 'utf8') }
  } finally {
    closeSync(words)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a program of the repository, with its output on the terminal by default; returns its exit code. */
function run(
  program: string,
  args: string[],
  { env = {}, output = 'inherit' }: RunOptions = {},
): Promise<number> {
  const path = [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH: path },
    stdio: typeof output === 'number' ? ['ignore', output, output] : output,
  })
  return new Promise((done) => {
    child.once('error', (error) => {
      console.error(error.message)
      done(1)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}
