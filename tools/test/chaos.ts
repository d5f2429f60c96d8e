import { exitCodeOf, sum, verdictLines } from './results.ts'
import { runTests } from './run-tests.ts'

/** `npm run chaos`, or some of its files: what fails is run again and judged as in `npm test`. */
const { verdict } = await runTests({ config: 'vitest.chaos.config.ts', filters: process.argv.slice(2) })
const total = sum([verdict])
console.log(['', ...verdictLines(total)].join('\n'))
process.exitCode = exitCodeOf(total)
