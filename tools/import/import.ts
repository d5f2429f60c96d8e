import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  importFootball,
  importResults,
  isResultFileKind,
  RESULT_FILE_KINDS,
} from '../../apps/server/src/feeds/index.ts'
import { settleAllDecided } from '../../apps/server/src/sportsbook/index.ts'
import { withDeps, wordsOf } from './with-deps.ts'

/** Errors printed before the rest is only counted. */
const MAX_REPORTED = 20

type Problems = readonly { line: number; problem: string }[]

/**
 * `npm run import -- football FILE` imports a league's fixtures and results and prices future ones; `npm run import --
 * KIND FILE` imports results of another kind. With `--markets` every market the results decide is offered first, and
 * settled: the last line has the count.
 */
async function main(args: readonly string[]): Promise<number> {
  const [kind = '', path, ...flags] = args
  const isKnown = kind === 'football' || isResultFileKind(kind)
  if (!isKnown || path === undefined || flags.some((flag) => flag !== '--markets')) {
    console.error(`Usage: npm run import -- football|${RESULT_FILE_KINDS.join('|')} FILE [--markets]`)
    return 2
  }
  // npm runs in the project root; a path is relative to the caller's folder.
  const text = readFileSync(resolve(process.env['INIT_CWD'] ?? '.', path), 'utf8')
  if (isResultFileKind(kind)) {
    const answer = await withDeps(process.env, async (deps) => {
      const read = await importResults(deps, kind, text, { withMarkets: flags.includes('--markets') })
      return read.ok ? { ...read, settled: await settleAllDecided(deps, 'importer') } : read
    })
    if (!answer.ok) return report(path, answer.problems)
    const { imported, settled } = answer
    console.log(`${imported.fixtures} results, ${imported.markets} markets offered for them`)
    console.log(`${settled.settled} markets settled, ${settled.open} left open`)
    return settled.open === 0 ? 0 : 1
  }
  const answer = await withDeps(process.env, (deps) => importFootball(deps, text))
  if (!answer.ok) return report(path, answer.problems)
  const { fixtures, results, priced } = answer.imported
  console.log(`${fixtures} fixtures, ${results} with results, ${priced} to come and open to bets`)
  return 0
}

function report(path: string, problems: Problems): number {
  for (const { line, problem } of problems.slice(0, MAX_REPORTED))
    console.error(`${path}:${line}: ${problem}`)
  const rest = problems.length - MAX_REPORTED
  if (rest > 0) console.error(`… and ${rest} more`)
  console.error('Nothing was imported.')
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`The import failed: ${wordsOf(error)}`)
  return 1
})
