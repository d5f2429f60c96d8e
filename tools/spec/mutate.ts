import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { journeysPass, openUnitTests } from './named-tests.ts'
import { type NamedTest, rowsOf } from './rows.ts'
import { copyTree } from './scratch-tree.ts'

/** A way to break a row: in this file the unique text `find` becomes `put`. */
export type Mutation = { row: string; file: string; find: string; put: string }

type Outcome = 'killed' | 'SURVIVED' | 'its test does not run unbroken'

/** The mutations stored beside the rows. */
export const readMutations = (): readonly Mutation[] =>
  // Checked against the tree by mutations.test.ts.
  JSON.parse(readFileSync(join(import.meta.dirname, 'mutations.json'), 'utf8')) as Mutation[]

type Asked = { root: string; page: string; rows: readonly string[]; mutations: readonly Mutation[] }

/**
 * Breaks the given rows one by one in a copy of the tree, and reports for each whether one of its tests fails. The
 * process fails if none does. Without rows, all with a mutation.
 */
export async function mutateRows({ root, page, rows, mutations }: Asked): Promise<void> {
  const unknown = rows.filter((row) => !mutations.some((mutation) => mutation.row === row))
  if (unknown.length > 0) throw new Error(`no mutation breaks row ${unknown.join(', ')}`)
  const wanted = mutations.filter(({ row }) => rows.length === 0 || rows.includes(row))
  const evidence = new Map(
    rowsOf(readFileSync(join(root, page), 'utf8')).map((row) => [row.id, row.evidence]),
  )
  const testsOf = (row: string): readonly NamedTest[] => {
    const shown = evidence.get(row)
    return shown?.kind === 'shown' ? shown.tests : []
  }
  const copy = copyTree(root)
  try {
    const outcomes = await runMutations({
      copy,
      mutations: wanted,
      testsOf,
      say: (line) => console.log(line),
    })
    console.log(countLine(outcomes))
    process.exitCode = outcomes.every((outcome) => outcome === 'killed') ? 0 : 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const countLine = (outcomes: readonly Outcome[]): string => {
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  const unrun = count('its test does not run unbroken')
  const counts = `${count('killed')} killed, ${count('SURVIVED')} survived`
  return unrun > 0 ? `${unrun} with a test that does not run unbroken, ${counts}` : counts
}

type Run = {
  /** A copy of the tree, changed and restored. */
  copy: string
  mutations: readonly Mutation[]
  testsOf: (row: string) => readonly NamedTest[]
  say: (line: string) => void
}

/** Journeys take a minute each, so they run only for rows without other tests. */
export async function runMutations({ copy, mutations, testsOf, say }: Run): Promise<Outcome[]> {
  const unitTestsOf = (row: string) => testsOf(row).filter(({ file }) => !file.endsWith('.e2e.ts'))
  const units = mutations.filter(({ row }) => unitTestsOf(row).length > 0)
  const outcomes: Outcome[] = []
  const judge = async (mutation: Mutation, runs: Runs) => {
    const outcome = await outcomeOf(copy, mutation, runs)
    outcomes.push(outcome)
    say(`row ${mutation.row} ${outcome} (${mutation.file}: ${mutation.find.trim().replaceAll(/\s+/g, ' ')})`)
  }
  if (units.length > 0) {
    const tests = units.flatMap(({ row }) => unitTestsOf(row))
    const unitTests = await openUnitTests(copy, tests)
    for (const mutation of units) {
      const own = unitTestsOf(mutation.row)
      await judge(mutation, {
        passUnbroken: async () => unitTests.passUnbroken(own),
        oneFails: () => unitTests.oneFails(own, mutation.file),
      })
    }
    await unitTests.close()
  }
  for (const mutation of mutations.filter((one) => !units.includes(one))) {
    const own = testsOf(mutation.row)
    await judge(mutation, {
      passUnbroken: () => journeysPass(copy, own),
      oneFails: async () => !(await journeysPass(copy, own)),
    })
  }
  return outcomes
}

type Runs = { passUnbroken: () => Promise<boolean>; oneFails: () => Promise<boolean> }

async function outcomeOf(copy: string, { row, file, find, put }: Mutation, runs: Runs): Promise<Outcome> {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  const [before, after, ...more] = source.split(find)
  if (after === undefined || more.length > 0) throw new Error(`${row}: ${file} does not hold once: ${find}`)
  if (!(await runs.passUnbroken())) return 'its test does not run unbroken'
  writeFileSync(path, `${before}${put}${after}`)
  try {
    return (await runs.oneFails()) ? 'killed' : 'SURVIVED'
  } finally {
    writeFileSync(path, source)
  }
}
