import { measureGuard } from './guard.ts'
import { openOwnApp } from './own-app.ts'

// `npm run bench -- guard`: what a list of each operation costs the database in statements, rows and log, on a durable
// PostgreSQL, where the log also holds whole pages after each checkpoint. `guard.test.ts` asserts the same numbers.
const own = await openOwnApp()
try {
  for (const { operation, count, transactions, statements, rows, walBytes } of await measureGuard(own.deps)) {
    const cells = [operation, count, transactions, statements, rows, walBytes]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
} finally {
  await own.close()
}
