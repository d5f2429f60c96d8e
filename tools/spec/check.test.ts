import { expect, test } from 'vitest'
import { checkPage } from './check.ts'
import { linesOf } from './report.ts'
import { titlesIn } from './titles.ts'

const files: Readonly<Record<string, string>> = {
  'tests/e2e/pay.e2e.ts': `test('a player pays', go)\n// test('a player wins', go)\ntest('says a | b', go)`,
  'tools/pay/pay.ts': `test('a player pays', go)`,
}
const titlesOf = (file: string) => {
  const source = files[file]
  return source === undefined ? undefined : titlesIn(source)
}

const PAYS = '`tests/e2e/pay.e2e.ts` › `a player pays`'

/** A page of these rows below a heading, checked as the promises page 1.01 and 1.02. */
const check = (rows: readonly string[], { mayBeNotOurs = false } = {}) => {
  const page = ['# Page', '', '| id | what | shown by |', '|---|---|---|', ...rows].join('\n')
  return checkPage(page, { ids: ['1.01', '1.02'], mayBeNotOurs }, titlesOf)
}

test('a page whose tests all exist is right, and open rows do not make it wrong', () => {
  const { rows, wrong } = check([
    `| 1.01 | pays | ${PAYS}<br>\`tests/e2e/pay.e2e.ts\` › \`\`says a \\| b\`\` |`,
    '| 1.02 | wins | left: no prize |',
  ])
  expect(wrong).toEqual([])
  expect(rows.map(({ evidence }) => evidence.kind)).toEqual(['shown', 'left'])
})

test.each([
  {
    what: 'a file that is not there',
    row: '| 1.01 | pays | `tests/e2e/gone.e2e.ts` › `a player pays` |',
    says: 'line 5: 1.01: tests/e2e/gone.e2e.ts does not exist',
  },
  {
    what: 'a title that is another',
    row: '| 1.01 | pays | `tests/e2e/pay.e2e.ts` › `a player pay` |',
    says: 'line 5: 1.01: tests/e2e/pay.e2e.ts has no test "a player pay"',
  },
  {
    what: 'a test that is only in a comment',
    row: '| 1.01 | wins | `tests/e2e/pay.e2e.ts` › `a player wins` |',
    says: 'line 5: 1.01: tests/e2e/pay.e2e.ts has no test "a player wins"',
  },
  {
    what: 'a file whose tests are not run',
    row: '| 1.01 | pays | `tools/pay/pay.ts` › `a player pays` |',
    says: 'line 5: 1.01: tools/pay/pay.ts is no file whose tests are run',
  },
  {
    what: 'a second test that is not there',
    row: `| 1.01 | pays | ${PAYS}<br>\`tests/e2e/pay.e2e.ts\` › \`nobody pays\` |`,
    says: 'line 5: 1.01: tests/e2e/pay.e2e.ts has no test "nobody pays"',
  },
  {
    what: 'an evidence nobody can read',
    row: '| 1.01 | pays | see the journey |',
    says: 'line 5: 1.01 names neither tests nor that it is left',
  },
  {
    what: 'a row without a statement',
    row: '| 1.01 | left |',
    says: 'line 5: 1.01 names neither tests nor that it is left',
  },
  {
    what: 'a row that is somebody else’s where none may be',
    row: '| 1.01 | pays | not ours: the bank pays |',
    says: 'line 5: 1.01 is ours: a row of this page is shown or left',
  },
])('catches $what', ({ row, says }) => {
  expect(check([row, '| 1.02 | wins | left |']).wrong).toEqual([says])
})

test('catches duplicate, malformed and missing ids', () => {
  expect(check(['| 1.01 | pays | left |', '| 1.01 | pays | left |', '| 1.2 | wins | left |']).wrong).toEqual([
    'line 6: 1.01 is there already',
    'line 7: there is no id 1.2',
    '1.02 is missing',
  ])
})

test('a promise that is not ours states why', () => {
  const rows = ['| 1.01 | pays | not ours: the bank pays |', '| 1.02 | wins | not ours |']
  expect(check(rows, { mayBeNotOurs: true }).wrong).toEqual(['line 6: 1.02 does not say why it is not ours'])
})

test('the report lists open and wrong rows, and counts in its last line', () => {
  const ids = ['1.01', '1.02']
  const rows = [`| 1.01 | pays | ${PAYS} |`, '| 1.02 | wins | left: no prize |', '| 1.02 | wins | left |']
  expect(linesOf(check(rows), { ids, mayBeNotOurs: false, file: 'docs/page.md', noun: 'rows' })).toEqual([
    'left 1.02 wins (no prize)',
    'left 1.02 wins',
    'WRONG docs/page.md line 7: 1.02 is there already',
    '3 rows, 1 shown, 2 left',
  ])
  const reported = linesOf(check(rows.slice(0, 2)), {
    ids,
    mayBeNotOurs: true,
    file: 'docs/page.md',
    noun: 'promises',
  })
  expect(reported.at(-1)).toBe('2 promises, 1 shown, 0 not ours, 1 left')
})
