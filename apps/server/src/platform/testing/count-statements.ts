import pg from 'pg'

/**
 * Counts this process's statements while something runs. All statements go through the driver's clients, whichever
 * pool or module they belong to: that is where they are counted.
 */
export async function countStatements(run: () => Promise<unknown>) {
  const counted = { transactions: 0, statements: 0 }
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const { query } = client
  client.query = function counting(this: unknown, ...given: unknown[]) {
    const [statement] = given
    const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text
    if (text === 'begin') counted.transactions += 1
    else if (text !== 'commit' && text !== 'rollback') counted.statements += 1
    return query.apply(this, given)
  }
  try {
    await run()
  } finally {
    client.query = query
  }
  return counted
}
