import { setImmediate as nextTurn } from 'node:timers/promises'
import { openLog, standardOutput } from '../log.ts'

// A program that logs more than fits into memory, also as fatal, and reports to its parent that it reached the end.
let lost = 0
const log = openLog(
  'info',
  standardOutput(() => (lost += 1)),
)
for (let at = 0; at < 20_000; at += 1) log.fatal({ at, words: 'x'.repeat(100) }, 'a bug')
await nextTurn() // a write has failed once
process.once('message', () => process.disconnect())
process.send?.({ lost })
