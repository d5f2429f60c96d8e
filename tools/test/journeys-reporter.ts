import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult as Attempt,
} from '@playwright/test/reporter'
import { firstLine, whyFailed } from './failure.ts'
import type { FileResult, RunResult, TestResult } from './results.ts'

/** Writes a run of the journeys as `RunResult` to the file that `TEST_RESULTS_FILE` names. */
export default class JourneysReporter implements Reporter {
  #root = process.cwd()
  #suite: Suite | undefined
  readonly #problems: string[] = []

  onBegin({ configFile }: FullConfig, suite: Suite): void {
    if (configFile) this.#root = resolve(configFile, '..')
    this.#suite = suite
  }

  /** Failures outside any test: a file that cannot be loaded, an app that does not stop. */
  onError({ message = '' }: TestError): void {
    this.#problems.push(firstLine(message))
  }

  onEnd(): void {
    const target = process.env['TEST_RESULTS_FILE']
    if (!target) throw new Error('TEST_RESULTS_FILE names no file')
    const byFile = new Map<string, FileResult>()
    for (const test of this.#suite?.allTests() ?? []) {
      const file = relative(this.#root, test.location.file)
      const known = byFile.get(file) ?? { file, seconds: 0, problems: [], tests: [] }
      byFile.set(file, known)
      known.seconds += test.results.reduce((all, { duration }) => all + duration / 1000, 0)
      known.tests.push(testResult(test))
    }
    const result: RunResult = { files: [...byFile.values()], problems: this.#problems }
    writeFileSync(target, JSON.stringify(result))
  }
}

const STATUS = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const

function testResult(test: TestCase): TestResult {
  // The first two parts are the project, which has no name, and the file.
  const name = test.titlePath().slice(3).join(' > ')
  const failed = test.results.find(({ status }) => status !== 'passed' && status !== 'skipped')
  return { name, status: STATUS[test.outcome()], why: failed ? why(failed) : '' }
}

const why = ({ error, status }: Attempt): string =>
  error ? whyFailed({ message: error.message, stack: error.stack }) : status
