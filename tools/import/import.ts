import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { importFootball } from '../../apps/server/src/sportsbook/index.ts'
import { withDeps, wordsOf } from './with-deps.ts'

/** Wrong lines told before the rest is only counted. */
const MAX_TOLD = 20

/** `npm run import -- football FILE`: takes a file of fixtures and results into the database. */
async function main([kind, path]: readonly string[]): Promise<number> {
  if (kind !== 'football' || path === undefined) {
    console.error('Usage: npm run import -- football FILE')
    return 2
  }
  // npm runs in the root of the project; a path is meant from where it was typed.
  const text = readFileSync(resolve(process.env['INIT_CWD'] ?? '.', path), 'utf8')
  const answer = await withDeps(process.env, (deps) => importFootball(deps, text))
  if (!answer.ok) {
    for (const { line, problem } of answer.problems.slice(0, MAX_TOLD)) {
      console.error(`${path}:${line}: ${problem}`)
    }
    const rest = answer.problems.length - MAX_TOLD
    if (rest > 0) console.error(`… and ${rest} more`)
    console.error('Nothing was imported.')
    return 1
  }
  const { fixtures, results, priced } = answer.imported
  console.log(`${fixtures} fixtures, ${results} with results, ${priced} to come and open to bets`)
  return 0
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`The import failed: ${wordsOf(error)}`)
  return 1
})
