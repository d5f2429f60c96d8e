import { type NamedTest, type Row, rowsOf } from './rows.ts'

/** A page's expected ids, each once. Only promises may belong to someone else. */
export type Demands = { ids: readonly string[]; mayBeNotOurs: boolean }

/** The titles of a file's tests, or undefined if there is no such file. */
export type TitlesOf = (file: string) => ReadonlySet<string> | undefined

export type Checked = { rows: readonly Row[]; wrong: readonly string[] }

/** Reads a page and lists all faults, one sentence each. Open rows are no faults. */
export function checkPage(page: string, demands: Demands, titlesOf: TitlesOf): Checked {
  const rows = rowsOf(page)
  const wrong = [...wrongIds(rows, demands.ids), ...rows.flatMap((row) => wrongRow(row, demands, titlesOf))]
  return { rows, wrong }
}

function wrongIds(rows: readonly Row[], demanded: readonly string[]): string[] {
  const known = new Set(demanded)
  const found = new Set<string>()
  const wrong: string[] = []
  for (const { id, line } of rows) {
    if (!known.has(id)) wrong.push(`line ${line}: there is no id ${id}`)
    if (found.has(id)) wrong.push(`line ${line}: ${id} is there already`)
    found.add(id)
  }
  return [...wrong, ...demanded.filter((id) => !found.has(id)).map((id) => `${id} is missing`)]
}

function wrongRow({ id, evidence, line }: Row, { mayBeNotOurs }: Demands, titlesOf: TitlesOf): string[] {
  const at = `line ${line}: ${id}`
  if (evidence.kind === 'shown') return evidence.tests.flatMap((test) => wrongTest(at, test, titlesOf))
  if (evidence.kind === 'left') return []
  if (evidence.kind === 'unreadable') return [`${at} names neither tests nor that it is left`]
  if (!mayBeNotOurs) return [`${at} is ours: a row of this page is shown or left`]
  return evidence.why ? [] : [`${at} does not say why it is not ours`]
}

function wrongTest(at: string, { file, title }: NamedTest, titlesOf: TitlesOf): string[] {
  if (!isRun(file)) return [`${at}: ${file} is no file whose tests are run`]
  const titles = titlesOf(file)
  if (titles === undefined) return [`${at}: ${file} does not exist`]
  return titles.has(title) ? [] : [`${at}: ${file} has no test "${title}"`]
}

/** The same files as in vitest.config.ts, vitest.chaos.config.ts and playwright.config.ts. */
const isRun = (file: string) =>
  /^(?:apps|packages|tools)\/.+\.test\.tsx?$/.test(file) || /^tests\/e2e\/.+\.e2e\.ts$/.test(file)
