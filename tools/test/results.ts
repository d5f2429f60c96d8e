/** One test of a file: its outcome, and where and why it failed. Flaky: it passed when its runner retried it. */
export type TestResult = { name: string; status: 'passed' | 'failed' | 'flaky' | 'skipped'; why: string }

/** A test file below the root: its tests, and what failed outside them (a hook, an error that nobody caught). */
export type FileResult = { file: string; seconds: number; problems: string[]; tests: TestResult[] }

/** One run of some files. `problems` belong to no file. */
export type RunResult = { files: FileResult[]; problems: string[] }

/** The result of a part of the run. `flaky` tests failed and passed when run again: they count as passed. */
export type Verdict = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  flaky: string[]
}

/** The flaky tests tolerated in one run. More of them indicate a fault of the code or the machine. */
const MAX_FLAKY = 2

/** A static check is one test: it passes or it does not. */
export const verdictOfCheck = (script: string, exitCode: number): Verdict => ({
  passed: exitCode === 0 ? 1 : 0,
  failed: exitCode === 0 ? 0 : 1,
  skipped: 0,
  failures: exitCode === 0 ? [] : [`npm run ${script}`],
  flaky: [],
})

/** The files of a run in which something failed. */
export const failedFiles = ({ files }: RunResult): string[] =>
  files.filter((file) => failuresIn(file).length > 0).map(({ file }) => file)

const failuresIn = ({ problems, tests }: FileResult) => [
  ...problems,
  ...tests.filter(({ status }) => status === 'failed').map(({ why }) => why),
]

/**
 * The first run of a set of files and the reruns of those that failed, as one. A test that passed in any of its runs
 * passed; it is flaky if it failed in another one. A file whose hooks failed is judged as a test of its own.
 */
export function verdictOfRuns(runs: readonly RunResult[]): Verdict {
  const verdict: Verdict = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }
  const [first = { files: [], problems: ['no results were written'] }] = runs
  for (const problem of first.problems) fail(verdict, problem)
  for (const { file } of first.files) {
    judgeFile(
      verdict,
      runs.flatMap(({ files }) => files.filter((one) => one.file === file)),
    )
  }
  if (verdict.passed + verdict.failed === 0) fail(verdict, 'no test was run')
  return verdict
}

function judgeFile(verdict: Verdict, runs: readonly FileResult[]): void {
  const [first] = runs
  if (!first) return
  const broken = runs.find(({ problems }) => problems.length > 0)
  if (broken) {
    const line = `${first.file}: ${broken.problems[0]}`
    if (runs.every(({ problems }) => problems.length > 0)) fail(verdict, line)
    else verdict.flaky.push(line) // its tests are counted below: here is none to count
  }
  const testsByKey = new Map<string, TestResult[]>()
  for (const { tests } of runs) {
    for (const [key, test] of withKeys(tests)) testsByKey.set(key, [...(testsByKey.get(key) ?? []), test])
  }
  for (const tests of testsByKey.values()) judgeTest(verdict, first.file, tests)
}

function judgeTest(verdict: Verdict, file: string, runs: readonly TestResult[]): void {
  const failed = runs.find(({ status }) => status === 'failed' || status === 'flaky')
  const hasPassed = runs.some(({ status }) => status === 'passed' || status === 'flaky')
  const line = failed && `${file} › ${failed.name}: ${failed.why}`
  if (line && !hasPassed) return fail(verdict, line)
  if (line) verdict.flaky.push(line)
  verdict[hasPassed ? 'passed' : 'skipped'] += 1
}

/** Tests of one name in a file are distinguished by their order. */
function withKeys(tests: readonly TestResult[]): [string, TestResult][] {
  const seen = new Map<string, number>()
  return tests.map((test) => {
    const nth = (seen.get(test.name) ?? 0) + 1
    seen.set(test.name, nth)
    return [`${test.name}\n${nth}`, test]
  })
}

function fail(verdict: Verdict, line: string): void {
  verdict.failed += 1
  verdict.failures.push(line)
}

/** Adds the parts of a run up. More flaky tests than `MAX_FLAKY` are a failure of the whole. */
export function sum(parts: readonly Verdict[]): Verdict {
  const total: Verdict = {
    passed: parts.reduce((all, { passed }) => all + passed, 0),
    failed: parts.reduce((all, { failed }) => all + failed, 0),
    skipped: parts.reduce((all, { skipped }) => all + skipped, 0),
    failures: parts.flatMap(({ failures }) => failures),
    flaky: parts.flatMap(({ flaky }) => flaky),
  }
  if (total.flaky.length > MAX_FLAKY)
    fail(total, `${total.flaky.length} flaky tests, of ${MAX_FLAKY} at most`)
  return total
}

/** The report at the end of a run: failures, flaky tests, and the total as the last line. */
export const verdictLines = ({ passed, failed, skipped, failures, flaky }: Verdict): string[] => [
  ...failures.map((line) => `FAILED ${line}`),
  ...flaky.map((line) => `FLAKY ${line}`),
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
]

/** A run passes when nothing failed and something passed. */
export const exitCodeOf = ({ passed, failed }: Verdict): number => (failed > 0 || passed === 0 ? 1 : 0)

/** How often each test failed in these runs, the unsteadiest first, each with where it failed first. */
export function flakeLines(runs: readonly RunResult[]): string[] {
  const found = new Map<string, { times: number; why: string }>()
  for (const { key, why } of runs.flatMap(failuresOf)) {
    const known = found.get(key)
    found.set(key, { times: (known?.times ?? 0) + 1, why: known?.why ?? why })
  }
  return [...found]
    .toSorted(([, one], [, other]) => other.times - one.times)
    .map(([key, { times, why }]) => `${times} of ${runs.length}  ${key}: ${why}`)
}

const failuresOf = ({ files, problems }: RunResult) => [
  ...problems.map((why) => ({ key: 'no file', why })),
  ...files.flatMap(({ file, problems: broken, tests }) => [
    ...broken.map((why) => ({ key: file, why })),
    ...tests
      .filter(({ status }) => status === 'failed')
      .map(({ name, why }) => ({ key: `${file} › ${name}`, why })),
  ]),
]

/** Where the time of a run goes, the slowest file first. Reported, not asserted: times differ between machines. */
export const timeLines = (files: readonly FileResult[], count: number): string[] =>
  files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
