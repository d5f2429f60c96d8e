import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Checked, checkPage, type Demands } from './check.ts'
import type { Evidence, Row } from './rows.ts'
import { titlesIn } from './titles.ts'

const root = resolve(import.meta.dirname, '../..')

/** A page, and its rows' name in the count. */
export type Page = Demands & { file: string; noun: string }

/** Checks a page against this tree's tests and prints the result; the process fails if it is wrong. */
export function reportPage(page: Page): void {
  const checked = checkPage(readFileSync(join(root, page.file), 'utf8'), page, titlesOf)
  console.log(linesOf(checked, page).join('\n'))
  process.exitCode = checked.wrong.length > 0 ? 1 : 0
}

const read = new Map<string, ReadonlySet<string>>()

function titlesOf(file: string): ReadonlySet<string> | undefined {
  const path = join(root, file)
  if (!existsSync(path)) return undefined
  const titles = read.get(file) ?? titlesIn(readFileSync(path, 'utf8'))
  read.set(file, titles)
  return titles
}

/** Open rows with reasons, then faults, and the count as last line. */
export const linesOf = ({ rows, wrong }: Checked, { file, noun, mayBeNotOurs }: Page): string[] => [
  ...rows.flatMap(undoneLine),
  ...wrong.map((words) => `WRONG ${file} ${words}`),
  [
    `${rows.length} ${noun}`,
    `${count(rows, 'shown')} shown`,
    ...(mayBeNotOurs ? [`${count(rows, 'not ours')} not ours`] : []),
    `${count(rows, 'left')} left`,
  ].join(', '),
]

const undoneLine = ({ id, statement, evidence }: Row): string[] =>
  evidence.kind === 'left' || evidence.kind === 'not ours'
    ? [`${evidence.kind} ${id} ${statement}${evidence.why && ` (${evidence.why})`}`]
    : []

const count = (rows: readonly Row[], kind: Evidence['kind']) =>
  rows.filter(({ evidence }) => evidence.kind === kind).length
