/** A page's row: the requirement, and its tests. `line` counts from 1. */
export type Row = { id: string; statement: string; evidence: Evidence; line: number }

export type Evidence =
  | { kind: 'shown'; tests: readonly NamedTest[] }
  | { kind: 'left'; why: string }
  | { kind: 'not ours'; why: string }
  | { kind: 'unreadable' }

/** A test by file, from the root, and exact title. */
export type NamedTest = { file: string; title: string }

/** The rows of all tables of a page, without headings. */
export const rowsOf = (page: string): Row[] =>
  page.split('\n').flatMap((text, index) => {
    if (!text.startsWith('|')) return []
    const [id = '', statement = '', evidence = '', ...more] = cellsOf(text)
    if (id === 'id' || /^:?-+:?$/.test(id)) return []
    const isWhole = more.length === 0 && statement !== ''
    return [
      { id, statement, evidence: isWhole ? evidenceOf(evidence) : { kind: 'unreadable' }, line: index + 1 },
    ]
  })

/** A cell writes a bar as `\|`, as the forge does. */
const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const UNDONE = /^(left|not ours)(?:: (.+))?$/
const NAMED_TEST = /^`([^`]+)` › (?:`([^`]+)`|``(.+)``)$/

/** Either tests, one per line of the cell, or none with the reason. A title with backticks is in double ones. */
function evidenceOf(cell: string): Evidence {
  const [undone, kind, why = ''] = UNDONE.exec(cell) ?? []
  if (undone !== undefined) return { kind: kind === 'left' ? 'left' : 'not ours', why }
  const tests = cell.split('<br>').map((part) => NAMED_TEST.exec(part.trim()))
  if (tests.includes(null)) return { kind: 'unreadable' }
  return {
    kind: 'shown',
    tests: tests.map((found) => ({ file: found?.[1] ?? '', title: found?.[2] ?? found?.[3]?.trim() ?? '' })),
  }
}
