import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { firstLine, whyFailed } from './failure.ts'
import type { FileResult, RunResult, TestResult } from './results.ts'

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
  return { name: test.fullName, status, why: error ? whyFailed(error) : '' }
}
