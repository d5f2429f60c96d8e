import { spawn } from 'node:child_process'
import { join, relative } from 'node:path'
import { createVitest, type TestCase, type TestModule, type TestSuite } from 'vitest/node'
import type { NamedTest } from './rows.ts'
import { titlePattern } from './titles.ts'

/**
 * A tree's named tests in one vitest that stays open: starting it takes longer than most tests. All run once unbroken.
 */
export async function openUnitTests(root: string, tests: readonly NamedTest[]) {
  const vitest = await createVitest('test', { root, watch: false, reporters: [{}] })
  const run = async (wanted: readonly NamedTest[]): Promise<Results> => {
    const files = [...new Set(wanted.map(({ file }) => join(root, file)))]
    vitest.setGlobalTestNamePattern(new RegExp(wanted.map(({ title }) => titlePattern(title)).join('|')))
    const specifications = await vitest.globTestSpecifications(files)
    const { testModules } = await vitest.runTestSpecifications(specifications)
    return resultsOf(root, testModules)
  }
  const unbroken = await run(tests)
  const statesIn = (results: Results, test: NamedTest) =>
    results.flatMap((one) => (isOf(one, test) ? one.state : []))
  return {
    /** Whether each of these ran and passed unbroken. */
    passUnbroken: (wanted: readonly NamedTest[]): boolean =>
      wanted.every((test) => {
        const states = statesIn(unbroken, test)
        return states.length > 0 && states.every((state) => state === 'passed')
      }),
    /** Whether one of these fails after a file changed. A file that fails to load does not count. */
    oneFails: async (wanted: readonly NamedTest[], changed: string): Promise<boolean> => {
      vitest.invalidateFile(join(root, changed))
      let hasFailed = false
      for (const file of nearestFirst(wanted, changed)) {
        const own = wanted.filter((test) => test.file === file)
        const results = await run(own)
        hasFailed = own.some((test) => statesIn(results, test).includes('failed'))
        if (hasFailed) break
      }
      vitest.invalidateFile(join(root, changed))
      return hasFailed
    },
    close: () => vitest.close(),
  }
}

/** These tests' files, those closest to a changed file first. */
const nearestFirst = (tests: readonly NamedTest[], changed: string): string[] => {
  const away = (file: string) => relative(changed, file).split('/').length
  return [...new Set(tests.map(({ file }) => file))].toSorted((one, other) => away(one) - away(other))
}

type Result = { file: string; titles: readonly string[]; state: string }
type Results = readonly Result[]

const resultsOf = (root: string, modules: readonly TestModule[]): Results =>
  modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      file: relative(root, module.moduleId),
      titles: titlesOf(test),
      state: test.result().state,
    })),
  )

/** A row may name a test or a group. */
function titlesOf(test: TestCase | TestSuite): string[] {
  const { parent } = test
  return [test.name, ...(parent.type === 'suite' ? titlesOf(parent) : [])]
}

const isOf = ({ file, titles }: Result, test: NamedTest) =>
  file === test.file && titles.some((title) => new RegExp(`^${titlePattern(test.title)}$`, 's').test(title))

/** Runs these journeys once. Playwright also fails if no test matches. */
export async function journeysPass(copy: string, tests: readonly NamedTest[]): Promise<boolean> {
  const files = [...new Set(tests.map(({ file }) => file))]
  const titles = tests.map(({ title }) => titlePattern(title)).join('|')
  const child = spawn(
    join(copy, 'node_modules/.bin/playwright'),
    ['test', ...files, '--grep', titles, '--retries=0', '--workers=1', '--reporter=line'],
    { cwd: copy, stdio: 'ignore' },
  )
  const exitCode = await new Promise<number>((done, failed) => {
    child.once('error', failed)
    child.once('close', (code) => done(code ?? 1))
  })
  return exitCode === 0
}
