import { reportPage } from './report.ts'

/** The promises' kinds: security and reliability. An id never changes; a new promise takes the next number. */
const PROMISES_OF_KIND = { S: 48, K: 38 }

/** `npm run promises`: which promises a test covers, and which are open. */
reportPage({
  file: 'docs/promises.md',
  noun: 'promises',
  ids: Object.entries(PROMISES_OF_KIND).flatMap(([kind, promises]) =>
    Array.from({ length: promises }, (_, promise) => `${kind}${promise + 1}`),
  ),
  mayBeNotOurs: true,
})
