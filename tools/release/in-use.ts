type Rule = { says: string; pattern: (table: string) => RegExp }

const named = (table: string) => `(?:only\\s+)?(?:public\\.)?"?${table}"?`
const altered = (table: string, change: string) =>
  new RegExp(`alter\\s+table\\s+(?:if\\s+exists\\s+)?${named(table)}\\b[^;]*\\b${change}`, 'i')

/** What would block or break concurrent users of a table. */
const RULES: readonly Rule[] = [
  {
    says: 'stops writers until an index is built: `create index concurrently`, in a file outside of a transaction',
    pattern: (table) =>
      new RegExp(
        `create\\s+(?:unique\\s+)?index\\s+(?!concurrently\\b)[^;]*?\\bon\\s+${named(table)}\\b`,
        'i',
      ),
  },
  {
    says: 'rewrites the table: add another column, and fill it in chunks',
    pattern: (table) => altered(table, '(?:set\\s+data\\s+)?type\\b'),
  },
  {
    says: 'rewrites the table: a default that differs by row is filled in chunks',
    pattern: (table) =>
      altered(
        table,
        'add\\s+column\\b[^;]*\\b(?:random|nextval|gen_random_uuid|clock_timestamp|generated)\\b',
      ),
  },
  {
    says: 'reads the table under a lock: add the constraint `not valid`, and validate it in a file of its own',
    pattern: (table) =>
      altered(
        table,
        'add\\s+constraint\\b(?![^;]*\\b(?:not\\s+valid|using\\s+index)\\b)[^;]*\\b(?:check|foreign\\s+key|unique)\\b',
      ),
  },
  {
    says: 'reads the table under a lock: a validated check `is not null` comes first',
    pattern: (table) => altered(table, 'set\\s+not\\s+null'),
  },
  {
    says: 'takes away what the version before still asks for: one release later',
    pattern: (table) =>
      new RegExp(
        `${altered(table, '(?:drop\\s+column|rename)').source}|drop\\s+table\\s+(?:if\\s+exists\\s+)?${named(table)}\\b`,
        'i',
      ),
  },
  {
    says: 'changes rows in one go: in chunks, by a job',
    pattern: (table) => new RegExp(`(?:update|delete\\s+from)\\s+${named(table)}\\b(?!\\s+to\\b)`, 'i'),
  },
]

/** A seal covers all non-null values of a row. */
const SEALED_RULE: Rule = {
  says: 'changes rows that were sealed: a new column is null in them',
  pattern: (table) => altered(table, 'add\\s+column\\b[^;]*\\bdefault\\b'),
}

/** A line before a statement that states why it is acceptable. */
const ACCEPTED = /^\s*--\s*accepted:\s*\S/i

/** Tables created by these migrations. */
export const tablesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    [...text.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(([, name = '']) => name),
  )

/**
 * What a migration does to existing tables that would block or break servers of the previous version. A statement
 * under `-- accepted: why` is skipped. Rows of `sealed` tables must not change.
 */
export function blockingStatements(
  text: string,
  tablesInUse: readonly string[],
  sealed: readonly string[] = [],
): string[] {
  const statements = withoutBodies(text)
    .split(/;\s*\n/)
    .filter((statement) => !statement.split('\n').some((line) => ACCEPTED.test(line)))
    .map((statement) => statement.replace(/--.*/g, ''))
  const rulesOf = (table: string) => (sealed.includes(table) ? [...RULES, SEALED_RULE] : RULES)
  return tablesInUse.flatMap((table) =>
    rulesOf(table)
      .filter(({ pattern }) => statements.some((statement) => pattern(table).test(statement)))
      .map(({ says }) => `${table}: ${says}`),
  )
}

/** Function bodies run later. */
const withoutBodies = (text: string) => text.replace(/\$(\w*)\$[^]*?\$\1\$/g, '')
