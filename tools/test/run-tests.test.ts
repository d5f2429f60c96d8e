import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exitCodeOf, sum } from './results.ts'
import { runAside, runTests } from './run-tests.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'palpite-rerun-'))
  writeFileSync(join(root, 'vitest.config.mjs'), 'export default { test: { globals: true } }')
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (name: string, words: string) =>
  writeFileSync(join(root, name), `import { appendFileSync, readFileSync } from 'node:fs'\n${words}`)

/** Counts, beyond the process, how often this was run; answers whether it was so often before. */
const ranBefore = (id: string, times: number) => `
  (() => {
    appendFileSync(${JSON.stringify(join(root, `${id}.runs`))}, '.')
    return readFileSync(${JSON.stringify(join(root, `${id}.runs`))}, 'utf8').length > ${times}
  })()`

const failing = (name: string, times: number) =>
  `test('${name}', () => { expect(${ranBefore(name, times)}, 'not yet').toBe(true) })\n`

const ran = async () => {
  const { verdict } = await runTests({ config: 'vitest.config.mjs', root, output: 'ignore' })
  const { failures, flaky, ...counts } = sum([verdict])
  return { counts, failures, flaky, exitCode: exitCodeOf(sum([verdict])) }
}

test('a test that fails once, or twice, and then passes is flaky, and the run passes', async () => {
  write('sound.test.js', `test('sound', () => {})`)
  write('unsteady.test.js', failing('once', 1) + failing('twice', 2))
  const { counts, failures, flaky, exitCode } = await ran()
  expect(counts).toEqual({ passed: 3, failed: 0, skipped: 0 })
  expect(failures).toEqual([])
  expect(flaky).toEqual([
    expect.stringMatching(/^unsteady\.test\.js › once: not yet/),
    expect.stringMatching(/^unsteady\.test\.js › twice: not yet/),
  ])
  expect(exitCode).toBe(0)
})

test('a test that fails in all its runs fails the run', async () => {
  write('broken.test.js', `${failing('always', 99)}test('sound', () => {})`)
  const { counts, failures, flaky, exitCode } = await ran()
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(failures).toEqual([expect.stringMatching(/^broken\.test\.js › always: not yet/)])
  expect(flaky).toEqual([])
  expect(exitCode).toBe(1)
})

test('three tests that fail once are too many', async () => {
  write('unsteady.test.js', Array.from({ length: 3 }, (_, at) => failing(`test-${at}`, 1)).join(''))
  const { counts, failures, flaky, exitCode } = await ran()
  expect(counts).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(failures).toEqual(['3 flaky tests, of 2 at most'])
  expect(flaky).toHaveLength(3)
  expect(exitCode).toBe(1)
})

test('a hook that fails, and an error that nobody caught, are run again with their file', async () => {
  write(
    'hook.test.js',
    `beforeAll(() => { if (!${ranBefore('hook', 1)}) throw new Error('no port') })\ntest('sound', () => {})`,
  )
  write(
    'loose.test.js',
    `test('sound', async () => {
    if (!${ranBefore('loose', 1)}) void Promise.reject(new Error('dropped'))
    await new Promise(setImmediate)
  })`,
  )
  const { counts, flaky, exitCode } = await ran()
  expect(counts).toEqual({ passed: 2, failed: 0, skipped: 0 })
  expect(flaky.toSorted()).toEqual([
    'hook.test.js: no port',
    'loose.test.js: an error that nobody caught: dropped',
  ])
  expect(exitCode).toBe(0)
})

test('a run of which nothing is left fails', async () => {
  writeFileSync(join(root, 'vitest.config.mjs'), 'throw new Error("no configuration")')
  const { counts, failures, exitCode } = await ran()
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(failures).toEqual(['vitest.config.mjs ended with exit code 1'])
  expect(exitCode).toBe(1)
})

test('the output of a parallel run is printed whole, once it has ended', async () => {
  const program = `console.log('first'); console.error('then'); process.exitCode = 3`
  expect(await runAside(process.execPath, ['-e', program])).toEqual({ exitCode: 3, words: 'first\nthen\n' })
})
