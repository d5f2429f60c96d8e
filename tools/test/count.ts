/** What a part of the test run came to. */
export type Count = { passed: number; failed: number; skipped: number }

export const sum = (counts: readonly Count[]): Count =>
  counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** A static check is one test: it passes or it does not. */
export const countCheck = (exitCode: number): Count => ({
  passed: exitCode === 0 ? 1 : 0,
  failed: exitCode === 0 ? 0 : 1,
  skipped: 0,
})

/**
 * Reads vitest's JSON report. What its numbers leave out counts as a failure: a file that could not be loaded, a
 * run that ended badly although every test passed (an error nobody caught), a run without tests.
 */
export function countReport(report: unknown, exitCode: number): Count {
  const passed = numberIn(report, 'numPassedTests')
  const failed = numberIn(report, 'numFailedTests') + brokenFiles(report)
  const skipped = numberIn(report, 'numPendingTests') + numberIn(report, 'numTodoTests')
  const endedBadly = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: endedBadly ? 1 : failed, skipped }
}

/**
 * The tests of a report that failed, a line each: the file below `root`, the test, why, and where. They are said once
 * more at the end, because a long run may be read from there.
 */
export function failuresOf(report: unknown, root: string): string[] {
  return listIn(report, 'testResults').flatMap((file) => {
    const name = textIn(file, 'name').replace(`${root}/`, '')
    const failed = listIn(file, 'assertionResults').filter(hasFailed)
    if (failed.length > 0) {
      return failed.map((test) => `${name}: ${textIn(test, 'fullName')}: ${why(test)}`)
    }
    return hasFailed(file) ? [`${name}: ${firstLine(textIn(file, 'message'))}`] : []
  })
}

/** A test file below `root`, and how long it took. */
export type FileTime = { name: string; seconds: number }

/** How long each file of a report took, the slowest first. */
export const timesOf = (report: unknown, root: string): FileTime[] =>
  listIn(report, 'testResults')
    .map((file) => ({
      name: textIn(file, 'name').replace(`${root}/`, ''),
      seconds: Math.max(0, (numberIn(file, 'endTime') - numberIn(file, 'startTime')) / 1000),
    }))
    .toSorted((one, other) => other.seconds - one.seconds)

/** Where the time of a run goes, a line each. It is told, not asserted: another machine takes another time. */
export const timesTold = (times: readonly FileTime[], totalSeconds: number): string[] => [
  ...times.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`),
  `${totalSeconds.toFixed(1).padStart(7)} s  in all, of 900 at most on two quiet cores`,
]

/** The last line of the run. */
export const verdict = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const brokenFiles = (report: unknown): number =>
  listIn(report, 'testResults').filter(
    (file) => hasFailed(file) && !listIn(file, 'assertionResults').some(hasFailed),
  ).length

const hasFailed = (result: unknown) => isRecord(result) && result['status'] === 'failed'

/** The first line of why a test failed, what the browser was doing last, and the first line of a test on the stack. */
function why(test: unknown): string {
  const [message] = listIn(test, 'failureMessages')
  const lines = (typeof message === 'string' ? message : '').split('\n').map((line) => line.trim())
  const where = lines.map((line) => /[^/(]+\.(?:test|e2e)\.tsx?:\d+/.exec(line)?.[0]).find(Boolean)
  const lastDone = lines.filter((line) => line.startsWith('- ')).slice(-2)
  return [firstLine(lines.join('\n')), ...lastDone, ...(where ? [`at ${where}`] : [])].join(' ')
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

function numberIn(report: unknown, name: string): number {
  const value = isRecord(report) ? report[name] : undefined
  return typeof value === 'number' ? value : 0
}

function textIn(report: unknown, name: string): string {
  const value = isRecord(report) ? report[name] : undefined
  return typeof value === 'string' ? value : ''
}

function listIn(report: unknown, name: string): unknown[] {
  const value = isRecord(report) ? report[name] : undefined
  return Array.isArray(value) ? value : []
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
