import { expect, test } from 'vitest'
import {
  exitCodeOf,
  failedFiles,
  type FileResult,
  flakeLines,
  type RunResult,
  sum,
  timeLines,
  verdictLines,
  verdictOfCheck,
  verdictOfRuns,
} from './results.ts'

type Status = FileResult['tests'][number]['status']

const file = (name: string, statuses: readonly Status[], problems: string[] = []): FileResult => ({
  file: name,
  seconds: 1,
  problems,
  tests: statuses.map((status, at) => ({
    name: `test ${at}`,
    status,
    why: status === 'failed' || status === 'flaky' ? 'why' : '',
  })),
})
const run = (...files: FileResult[]): RunResult => ({ files, problems: [] })

test.each([
  { what: 'where all is well', runs: [run(file('a', ['passed', 'passed']))], says: [2, 0, 0] },
  { what: 'with a test that is skipped', runs: [run(file('a', ['passed', 'skipped']))], says: [1, 0, 1] },
  { what: 'with a test that fails', runs: [run(file('a', ['passed', 'failed']))], says: [1, 1, 0] },
  {
    what: 'with a file that does not load',
    runs: [run(file('a', ['passed']), file('b', [], ['no']))],
    says: [1, 1, 0],
  },
  {
    what: 'that ended badly',
    runs: [{ ...run(file('a', ['passed'])), problems: ['exit code 1'] }],
    says: [1, 1, 0],
  },
  { what: 'without any test', runs: [run()], says: [0, 1, 0] },
  { what: 'that left no results', runs: [], says: [0, 1, 0] },
])('counts a run $what', ({ runs, says }) => {
  const { passed, failed, skipped } = verdictOfRuns(runs)
  expect([passed, failed, skipped]).toEqual(says)
})

test.each([
  {
    what: 'that passes when run again is flaky',
    runs: [
      ['passed', 'failed'],
      ['passed', 'passed'],
    ],
    says: { passed: 2, failed: 0, flaky: 1 },
  },
  {
    what: 'that passes in the second rerun is flaky',
    runs: [
      ['passed', 'failed'],
      ['passed', 'failed'],
      ['passed', 'passed'],
    ],
    says: { passed: 2, failed: 0, flaky: 1 },
  },
  {
    what: 'that failed in all its runs failed',
    runs: [
      ['passed', 'failed'],
      ['passed', 'failed'],
      ['passed', 'failed'],
    ],
    says: { passed: 1, failed: 1, flaky: 0 },
  },
  {
    what: 'that passed first and failed in a rerun is flaky as well',
    runs: [
      ['passed', 'failed'],
      ['failed', 'passed'],
    ],
    says: { passed: 2, failed: 0, flaky: 2 },
  },
  {
    what: 'that fails and is then skipped failed',
    runs: [
      ['passed', 'failed'],
      ['passed', 'skipped'],
    ],
    says: { passed: 1, failed: 1, flaky: 0 },
  },
] as const)('a test $what', ({ runs, says }) => {
  const verdict = verdictOfRuns(runs.map((statuses) => run(file('a', statuses))))
  expect({ passed: verdict.passed, failed: verdict.failed, flaky: verdict.flaky.length }).toEqual(says)
})

test('a hook that fails once makes its file flaky, and its tests count as they ended', () => {
  const verdict = verdictOfRuns([
    run(file('a', ['skipped', 'skipped'], ['no port']), file('b', ['passed'])),
    run(file('a', ['passed', 'passed'])),
  ])
  expect(verdict).toEqual({ passed: 3, failed: 0, skipped: 0, failures: [], flaky: ['a: no port'] })
})

test('what a runner has tried again itself is flaky, and passed', () => {
  const verdict = verdictOfRuns([run(file('a', ['flaky', 'passed']))])
  expect(verdict).toEqual({ passed: 2, failed: 0, skipped: 0, failures: [], flaky: ['a › test 0: why'] })
})

test('tests of one name in a file are judged apart', () => {
  const twice = (...statuses: Status[]): FileResult => ({
    ...file('a', []),
    tests: statuses.map((status) => ({ name: 'same', status, why: '' })),
  })
  expect(verdictOfRuns([run(twice('failed', 'passed')), run(twice('failed', 'passed'))]).failed).toBe(1)
})

test('a file is run again for a failed test or a failed hook', () => {
  expect(
    failedFiles(run(file('a', ['failed']), file('b', ['passed']), file('c', ['passed'], ['after all']))),
  ).toEqual(['a', 'c'])
})

test('the end of a run tells what failed, what was flaky, and the sum in the last line', () => {
  const tests = verdictOfRuns([run(file('a', ['failed', 'passed'])), run(file('a', ['passed', 'passed']))])
  const total = sum([verdictOfCheck('types', 0), verdictOfCheck('lint', 2), tests])
  expect(verdictLines(total)).toEqual(['FAILED npm run lint', 'FLAKY a › test 0: why', '3 passed, 1 failed'])
  expect(exitCodeOf(total)).toBe(1)
  const skipping = verdictOfRuns([run(file('a', ['passed', 'skipped']))])
  expect(verdictLines(skipping)).toEqual(['1 passed, 0 failed, 1 skipped'])
  expect(exitCodeOf(skipping)).toBe(0)
})

test.each([
  { flaky: 2, failed: 0 },
  { flaky: 3, failed: 1 },
])('$flaky flaky tests in all make $failed failure', ({ flaky, failed }) => {
  const one = verdictOfRuns([run(file('a', ['failed'])), run(file('a', ['passed']))])
  const total = sum(Array.from({ length: flaky }, () => one))
  expect(total).toMatchObject({ passed: flaky, failed })
})

test('says where the time went, the slowest file first', () => {
  const files = [
    file('quick', []),
    { ...file('slow', []), seconds: 12 },
    { ...file('quicker', []), seconds: 0.2 },
  ]
  expect(timeLines(files, 2)).toEqual(['   12.0 s  slow', '    1.0 s  quick'])
})

test('says how often each test failed in several runs, the unsteadiest first', () => {
  const runs = [
    run(file('a', ['failed', 'failed']), file('b', ['passed'])),
    run(file('a', ['passed', 'failed']), file('b', [], ['no port'])),
    run(file('a', ['passed', 'failed']), file('b', ['passed'])),
  ]
  expect(flakeLines(runs)).toEqual([
    '3 of 3  a › test 1: why',
    '1 of 3  a › test 0: why',
    '1 of 3  b: no port',
  ])
})
