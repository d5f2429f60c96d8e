import { isSameResolution, type Resolution, resultName } from '@palpite/odds'
import { present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import { marketKey } from '../sports/adapter.ts'
import { sportOf } from '../sports/table.ts'
import type { KeyedRefusal } from './messages.ts'
import type { KnownFixture } from './queries.ts'
import { type ResultRow, selectCertain } from './results-queries.ts'

/** The reported results of a market's outcomes, by code. */
export type StatedResults = ReadonlyMap<string, Resolution>

/**
 * Compares results confirmed by feeds or operators with our own count. Differences are reported with both values and move no
 * money, because the feed or the operator decides the market.
 */
export async function compareResults(tx: Tx, known: readonly KnownFixture[]): Promise<KeyedRefusal[]> {
  const fixtures = new Map(known.map((fixture) => [fixture.id, fixture]))
  const markets = groupMarkets(await selectCertain(tx, [...fixtures.keys()]))
  return [...markets.values()].flatMap((row): KeyedRefusal[] => {
    const [first] = row
    const fixture = first && fixtures.get(first.fixtureId)
    if (!fixture) return []
    const own = ownResult(fixture, row)
    if (!differs(row, own)) return []
    const values = `${titleOf(row)} stands as ${wordsOf(row, currentResolution)}, our own count says ${wordsOf(row, ({ code }) => own.get(code))}`
    return [{ reason: 'settlement_differs', detail: values, key: fixture.key }]
  })
}

/** The result of a market by our own rules in the current state of its match; empty if they cannot decide it. */
function ownResult(fixture: KnownFixture, row: readonly ResultRow[]): StatedResults {
  const { sport, matchStatus, clockPeriod, minute, state, runners } = fixture
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  const market = present(row[0], 'an outcome of a market')
  const codes = row.map(({ code }) => code)
  try {
    return sportOf(sport).resolve(market, codes, { matchStatus, clock, state, runners })
  } catch {
    return new Map() // a market unknown to our rules is decided by the feed alone
  }
}

/** Confirmed by its feed, or settled by operators. The feed's own rollback reopens only the former. */
export const isCertain = ([outcome]: readonly ResultRow[]): boolean =>
  outcome?.certainty === 'confirmed' || outcome?.certainty === 'operator'

export const currentResolution = ({ won, refunded, parts }: ResultRow): Resolution | undefined =>
  won === null || refunded === null || parts === null ? undefined : { won, refunded, of: parts }

/** Whether an outcome has another stated result; an outcome without one does not differ. */
export const differs = (row: readonly ResultRow[], stated: StatedResults): boolean =>
  row.some((outcome) => {
    const [now, other] = [currentResolution(outcome), stated.get(outcome.code)]
    return other !== undefined && !(now && isSameResolution(now, other))
  })

/** Names the market with its id, because operators settle by id. */
export const titleOf = (row: readonly ResultRow[]): string => {
  const market = present(row[0], 'an outcome of a market')
  return `${marketKey(market)} of market ${market.marketId}`
}

export const wordsOf = (
  row: readonly ResultRow[],
  resolutionOf: (outcome: ResultRow) => Resolution | undefined,
): string => row.map((one) => `${one.code} ${wordOf(resolutionOf(one))}`).join(', ')

function wordOf(resolution: Resolution | undefined): string {
  if (!resolution) return 'open'
  const name = resultName(resolution)
  return name === 'dead_heat' ? `won ${resolution.won}/${resolution.of}` : name
}

/** The rows of each market together. */
export function groupMarkets(rows: readonly ResultRow[]): Map<string, ResultRow[]> {
  const markets = new Map<string, ResultRow[]>()
  for (const row of rows) {
    const key = `${row.fixtureId} ${marketKey(row)}`
    const outcomes = markets.get(key)
    if (outcomes) outcomes.push(row)
    else markets.set(key, [row])
  }
  return markets
}
