import { expect, test } from 'vitest'
import { countCheck, countReport, failuresOf, sum, timesOf, timesTold, verdict } from './count.ts'

const file = (status: string, ...results: string[]) => ({
  status,
  assertionResults: results.map((result) => ({ status: result })),
})

test.each([
  {
    run: 'where all is well',
    report: { numPassedTests: 3, numFailedTests: 0, testResults: [file('passed', 'passed')] },
    exitCode: 0,
    expected: { passed: 3, failed: 0, skipped: 0 },
  },
  {
    run: 'with a failed test',
    report: { numPassedTests: 2, numFailedTests: 1, testResults: [file('failed', 'passed', 'failed')] },
    exitCode: 1,
    expected: { passed: 2, failed: 1, skipped: 0 },
  },
  {
    run: 'with a file that could not be loaded',
    report: { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 'passed'), file('failed')] },
    exitCode: 1,
    expected: { passed: 2, failed: 1, skipped: 0 },
  },
  {
    run: 'with an error that no test caught',
    report: { numPassedTests: 2, numFailedTests: 0, testResults: [] },
    exitCode: 1,
    expected: { passed: 2, failed: 1, skipped: 0 },
  },
  {
    run: 'with skipped and planned tests',
    report: { numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] },
    exitCode: 0,
    expected: { passed: 2, failed: 0, skipped: 2 },
  },
  {
    run: 'without any test',
    report: { numPassedTests: 0 },
    exitCode: 0,
    expected: { passed: 0, failed: 1, skipped: 0 },
  },
  {
    run: 'that left no report',
    report: undefined,
    exitCode: 1,
    expected: { passed: 0, failed: 1, skipped: 0 },
  },
])('counts a run $run', ({ report, exitCode, expected }) => {
  expect(countReport(report, exitCode)).toEqual(expected)
})

test('adds the static checks to the tests and says the sum in one plain line', () => {
  const total = sum([countCheck(0), countCheck(2), { passed: 40, failed: 0, skipped: 0 }])
  expect(verdict(total)).toBe('41 passed, 1 failed')
  expect(verdict({ passed: 4, failed: 0, skipped: 1 })).toBe('4 passed, 0 failed, 1 skipped')
})

test('says what failed, a line each: tests by why and where, a file that did not load by its first line', () => {
  const late =
    'Error: too late\nCall log:\n  - waiting\n  - scrolling into view\n  - done\n  at page.ts:1:1\n  at /house/a.e2e.ts:12:3'
  const report = {
    testResults: [
      {
        name: '/house/tools/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'takes away', failureMessages: ['Error: 3 is not 2\n    at a.ts:1'] },
          { status: 'failed', fullName: 'waits', failureMessages: [late] },
        ],
      },
      {
        name: '/house/tools/b.test.ts',
        status: 'failed',
        message: 'no such module\nb.ts',
        assertionResults: [],
      },
      { name: '/house/tools/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  }
  expect(failuresOf(report, '/house')).toEqual([
    'tools/a.test.ts: takes away: Error: 3 is not 2',
    'tools/a.test.ts: waits: Error: too late - scrolling into view - done at a.e2e.ts:12',
    'tools/b.test.ts: no such module',
  ])
  expect(failuresOf(undefined, '/house')).toEqual([])
})

test('says where the time went, the slowest file first, then the whole', () => {
  const report = {
    testResults: [
      { name: '/house/tools/a.test.ts', startTime: 1000, endTime: 2500 },
      { name: '/house/tools/b.test.ts', startTime: 2000, endTime: 14_000 },
      { name: '/house/tools/broken.test.ts' },
    ],
  }
  expect(timesTold(timesOf(report, '/house').slice(0, 2), 15)).toEqual([
    '   12.0 s  tools/b.test.ts',
    '    1.5 s  tools/a.test.ts',
    '   15.0 s  in all, of 900 at most on two quiet cores',
  ])
  expect(timesOf(undefined, '/house')).toEqual([])
})
