import { reportPage } from './report.ts'

/** Rows of each section of the specification. An id never changes; a new row takes the next number of its section. */
const ROWS_OF_SECTION = [26, 69, 30, 31, 33, 7, 35, 20, 29]

/** `npm run spec`: what of the specification is shown by a test, and what is left. */
reportPage({
  file: 'docs/specification.md',
  noun: 'rows',
  ids: ROWS_OF_SECTION.flatMap((rows, section) =>
    Array.from({ length: rows }, (_, row) => `${section + 1}.${String(row + 1).padStart(2, '0')}`),
  ),
  mayBeNotOurs: false,
})
