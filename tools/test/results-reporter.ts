import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import type { FileResult, RunResult, TestResult } from './results.ts'

type ErrorLike = { message?: string; stack?: string | undefined; stacks?: { file: string; line: number }[] }

/**
 * Writes a vitest run as `RunResult` to the file that `TEST_RESULTS_FILE` names. vitest's own JSON report leaves out
 * what this needs: the hooks that failed, and the errors that nobody caught with the file they came from.
 */
export default class ResultsReporter implements Reporter {
  #root = process.cwd()

  onInit({ config }: { config: { root: string } }): void {
    this.#root = config.root
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const target = process.env['TEST_RESULTS_FILE']
    if (!target) throw new Error('TEST_RESULTS_FILE names no file')
    const files = modules.map((module) => this.#fileResult(module))
    const problems: string[] = []
    for (const error of unhandled) {
      const path: unknown = error['VITEST_TEST_PATH']
      const owner =
        typeof path === 'string' ? files.find(({ file }) => file === this.#below(path)) : undefined
      ;(owner?.problems ?? problems).push(`an error that nobody caught: ${firstLine(error.message)}`)
    }
    const result: RunResult = { files, problems }
    writeFileSync(target, JSON.stringify(result))
  }

  #fileResult(module: TestModule): FileResult {
    const suites = [module, ...module.children.allSuites()]
    return {
      file: this.#below(module.moduleId),
      seconds: module.diagnostic().duration / 1000,
      problems: suites.flatMap((suite) => suite.errors()).map((error) => firstLine(error.message)),
      tests: [...module.children.allTests()].map(testResult),
    }
  }

  #below(path: string): string {
    return relative(this.#root, resolve(this.#root, path))
  }
}

function testResult(test: TestCase): TestResult {
  const { state, errors } = test.result()
  const status = state === 'pending' ? 'skipped' : state
  const [error] = errors ?? []
  return { name: test.fullName, status, why: error ? why(error) : '' }
}

/** The first line of why a test failed, what the browser was doing last, and the first line of a test on the stack. */
function why({ message = '', stack = '', stacks = [] }: ErrorLike): string {
  const lines = message.split('\n').map((line) => line.trim())
  const lastDone = lines.filter((line) => line.startsWith('- ')).slice(-2)
  const inTest = /[^/(]+\.(?:test|e2e)\.tsx?:\d+/
  const place =
    inTest.exec(stack)?.[0] ??
    stacks.map(({ file, line }) => inTest.exec(`${file}:${line}`)?.[0]).find((found) => found !== undefined)
  return [firstLine(message), ...lastDone, ...(place ? [`at ${place}`] : [])].join(' ')
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''
