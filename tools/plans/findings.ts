/** Statements that scan a growing table on purpose, by their beginning, with the reason. */
export const EXPECTED: readonly { begins: string; why: string }[] = [
  {
    begins: 'select account.id from ledger_account',
    why: 'the verification of each minute looks at every account',
  },
  { begins: 'select coalesce(account.id, verified.account_id)', why: 'the same' },
  { begins: 'with recent as ( select side.account_id', why: 'the same' },
  { begins: 'with counted as ( select side.account_id', why: 'the same' },
  {
    begins: 'select coalesce(sum(balance_cents), 0)::bigint as sum from ledger_account',
    why: 'all accounts add up to nothing, each minute; holds of all players',
  },
  { begins: 'with by_entry as', why: 'all open months are verified once a day' },
  { begins: 'with chain as', why: 'the same' },
  { begins: 'with closed as ( select max(day)', why: 'the same' },
  { begins: 'select seed_pair_id as "pairId"', why: 'all rounds are verified once a day' },
  { begins: 'with day as ( select', why: 'the wallets of all players at the end of a day, for the state' },
  { begins: 'select day::text, (day + 1)', why: 'where the first day begins, asked until one is closed' },
  {
    begins: 'select to_char(coalesce((select max(day) + 1 from ledger_day)',
    why: 'the same of the public log',
  },
  {
    begins: 'select asked.content from unnest',
    why: 'what waits for the public log is some rows: a job takes it each second',
  },
]

/** Nodes that read everything below before their first row. */
const READ_ALL = /^(Sort|Aggregate|Hash|WindowAgg|Materialize)$/

/** A statement that scans a growing table. */
export type Finding = { table: string; how: string; statement: string }

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

/** The tables this plan scans: directly, or by a whole index without a limit. */
export const findingsOf = (text: string, plan: unknown, known: Known): Finding[] => {
  const statement = text.replaceAll(/\s+/g, ' ').trim()
  return walk(plan as Node, { ...known, isBounded: false }).map((finding) => ({ ...finding, statement }))
}

function walk(node: Node, { filled, partial, isBounded }: Scanned): Omit<Finding, 'statement'>[] {
  const table = node['Relation Name']
  const type = node['Node Type']
  const index = node['Index Name']
  const isPartial = index !== undefined && partial.has(index) // contains open rows only, which are few
  const isWhole =
    type === 'Seq Scan' ||
    (/^(Index (Only )?|Bitmap Index )Scan$/.test(type) &&
      node['Index Cond'] === undefined &&
      !isBounded &&
      !isPartial)
  const own = table !== undefined && filled.has(table) && isWhole ? [{ table, how: type }] : []
  // Sorts and aggregates read everything below, whatever limit is above.
  const readsAll = READ_ALL.test(type)
  const below = { filled, partial, isBounded: !readsAll && (isBounded || type === 'Limit') }
  return [...own, ...(node.Plans ?? []).flatMap((child) => walk(child, below))]
}

/** Tables with enough rows, and partial indexes. */
export type Known = { filled: ReadonlySet<string>; partial: ReadonlySet<string> }

/** With whether a limit above ends the scan. */
type Scanned = Known & { isBounded: boolean }
