import { resolve } from 'node:path'
import { mutateRows, readMutations } from './mutate.ts'
import { reportPage } from './report.ts'

/** The specification's rows by section. An id never changes; a new row takes the next number of its section. */
const ROWS_OF_SECTION = [26, 69, 30, 31, 33, 7, 35, 20, 29]

const page = {
  file: 'docs/specification.md',
  noun: 'rows',
  ids: ROWS_OF_SECTION.flatMap((rows, section) =>
    Array.from({ length: rows }, (_, row) => `${section + 1}.${String(row + 1).padStart(2, '0')}`),
  ),
  mayBeNotOurs: false,
}

/**
 * `npm run spec`: which rows a test covers, and which are open. `npm run spec -- --mutate [ROW…]`: whether these rows'
 * tests (or all with a mutation) fail when broken.
 */
const [flag, ...rows] = process.argv.slice(2)
if (flag === undefined) reportPage(page)
else if (flag === '--mutate') {
  const root = resolve(import.meta.dirname, '../..')
  await mutateRows({ root, page: page.file, rows, mutations: readMutations() })
} else throw new Error(`npm run spec knows only --mutate, not ${flag}`)
