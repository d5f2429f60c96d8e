import type { Db, Sql, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'

/** The statements that run through `deps.db` meanwhile, each with how many rows it answered. */
export async function workOf(deps: Deps, run: () => Promise<unknown>): Promise<string[]> {
  const { db } = deps
  const work: string[] = []
  deps.db = tracedDb(db, work)
  try {
    await run()
  } finally {
    deps.db = db
  }
  return work
}

const traced = (sql: Sql, work: string[]): Sql => {
  const tag = async (...[text, ...values]: Parameters<Sql>) => {
    const rows = await sql<object[]>(text, ...values)
    work.push(`${text.join('?').replaceAll(/\s+/g, ' ').trim()} → ${rows.length}`)
    return rows as never
  }
  return Object.assign(tag, { database: sql.database })
}

const tracedDb = (db: Db, work: string[]): Db =>
  Object.assign(traced(db, work), {
    begin: <T>(run: (tx: Tx) => Promise<T>) => db.begin((tx) => run(Object.assign(traced(tx, work), tx))),
    listen: db.listen,
    close: db.close,
  })
