import type { Deps } from '../../platform/deps.ts'
import { applyFeedMessages, type FeedMessage, matchStatuses } from '../../sportsbook/index.ts'
import { decidedOffers } from './decided-offers.ts'
import type { ImportedResult } from './results/result-file.ts'
import type { RowProblem } from './results/rows.ts'
import { RESULT_FILES, type ResultFileKind } from './results/table.ts'

/** What a file brought, and how many markets of its fixtures were offered for it to decide. */
export type ImportedResults = { fixtures: number; markets: number }

type Options = {
  /** Offers every market that the result decides, before it is said: so that the whole of settlement runs on real results. */
  withMarkets: boolean
}

/** Fixtures taken in one transaction. */
const AT_ONCE = 40

/**
 * Takes a file of results of this kind: all of it, or nothing where a line is wrong. Run again it changes nothing; a
 * corrected result is settled anew. Nobody can bet on the markets that `withMarkets` offers: they are offered and decided
 * in one transaction, on fixtures that are over.
 */
export async function importResults(
  deps: Deps,
  kind: ResultFileKind,
  text: string,
  { withMarkets }: Options,
): Promise<{ ok: true; imported: ImportedResults } | { ok: false; problems: RowProblem[] }> {
  const { results, problems } = RESULT_FILES[kind].read(text)
  const all = [...problems, ...repeated(results)].toSorted((one, other) => one.line - other.line)
  if (all.length > 0) return { ok: false, problems: all }
  let markets = 0
  for (let from = 0; from < results.length; from += AT_ONCE) {
    const list = results.slice(from, from + AT_ONCE)
    const offered = withMarkets ? list.map(offersOf) : []
    await deps.db.begin(async (tx) => {
      await applyFeedMessages(tx, 'importer', list.map(fixtureOf))
      if (offered.length > 0) await applyFeedMessages(tx, 'importer', offered)
      await applyFeedMessages(tx, 'importer', list.map(playOf))
    })
    markets += offered.reduce((sum, { offers }) => sum + offers.length, 0)
  }
  return { ok: true, imported: { fixtures: results.length, markets } }
}

function repeated(results: readonly ImportedResult[]): RowProblem[] {
  const seen = new Set<string>()
  return results.flatMap(({ key, line }) => {
    if (seen.has(key)) return [{ line, problem: 'this fixture stands in the file twice' }]
    seen.add(key)
    return []
  })
}

const fixtureOf = ({
  key,
  sport,
  competition,
  title,
  participants,
  startsAt,
}: ImportedResult): FeedMessage => ({
  kind: 'fixture',
  key,
  sport,
  competition,
  title,
  participants,
  startsAt,
  model: null,
  play: null,
})

const playOf = ({ key, state }: ImportedResult): FeedMessage => ({
  kind: 'play',
  key,
  matchStatus: matchStatuses.finished,
  clock: null,
  state,
})

const offersOf = (result: ImportedResult) => ({
  kind: 'odds' as const,
  key: result.key,
  offers: decidedOffers(result),
})
