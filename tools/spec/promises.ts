import { reportPage } from './report.ts'

/** Promises of each kind: security and keeping. An id never changes; a new promise takes the next number. */
const PROMISES_OF_KIND = { S: 46, K: 37 }

/** `npm run promises`: which promises of security and reliability a test keeps watch over, and which are left. */
reportPage({
  file: 'docs/promises.md',
  noun: 'promises',
  ids: Object.entries(PROMISES_OF_KIND).flatMap(([kind, promises]) =>
    Array.from({ length: promises }, (_, promise) => `${kind}${promise + 1}`),
  ),
  mayBeNotOurs: true,
})
