/** A statement that reads a table which grows with play without an index. */
export type Finding = { table: string; how: string; statement: string }

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: Node[]
}

/** The tables that this plan reads from end to end: by themselves, or by a whole index without a bound that ends it. */
export const findingsOf = (text: string, plan: unknown, filled: ReadonlySet<string>): Finding[] => {
  const statement = text.replaceAll(/\s+/g, ' ').trim()
  return walk(plan as Node, { filled, isBounded: false }).map((finding) => ({ ...finding, statement }))
}

function walk(node: Node, { filled, isBounded }: Looked): Omit<Finding, 'statement'>[] {
  const table = node['Relation Name']
  const type = node['Node Type']
  const isWhole =
    type === 'Seq Scan' ||
    (/^Index (Only )?Scan$/.test(type) && node['Index Cond'] === undefined && !isBounded)
  const own = table !== undefined && filled.has(table) && isWhole ? [{ table, how: type }] : []
  const below = { filled, isBounded: isBounded || type === 'Limit' }
  return [...own, ...(node.Plans ?? []).flatMap((child) => walk(child, below))]
}

/** Tables with rows enough to tell, and whether a limit above ends what is read. */
type Looked = { filled: ReadonlySet<string>; isBounded: boolean }
