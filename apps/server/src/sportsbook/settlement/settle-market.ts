import { resolution } from '@palpite/odds'
import { readTrees } from '../../identity/index.ts'
import { present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { marketChanged } from '../events.ts'
import { resolveBuilders, selectWithBuilders, unsettle } from '../updates/results-queries.ts'
import { selectChanges } from '../updates/change-queries.ts'
import {
  insertWord,
  lockMarket,
  type MarketResult,
  type MarketToSettle,
  type OtherMarket,
  selectOtherMarkets,
  selectSpeakers,
  selectWord,
  settleByOperators,
} from './market-queries.ts'
import { bumpVersions, insertTasks } from './queries.ts'

export type SettleMarket = {
  requestId: string
  operatorId: number
  marketId: number
  /** The resolution of every outcome; null reopens the market. */
  results: readonly MarketResult[] | null
  reason: string
}

export type SaidOfMarket = {
  state: 'settled' | 'waits' | 'needs_another' | 'not_possible'
  /** What this call said, and about which match. */
  said: { fixtureId: number } | undefined
}

/**
 * Settles a market by decision of operators, if its feed does not say who is paid or said it wrongly; or reopens a
 * settled one. Two independent operators must say the same about its present state. Their decision overrides the
 * feed and our own count. Where feeds contest the market, the result is that of the same market of the other fixture,
 * too. Its bets are settled afterwards. Idempotent by request.
 */
export async function settleMarket(
  tx: Tx,
  request: SettleMarket,
): Promise<Result<SaidOfMarket, 'request_mismatch' | 'not_found'>> {
  const { marketId, operatorId, requestId } = request
  const market = await lockMarket(tx, marketId)
  if (!market) return refuse('not_found')
  const results = request.results && inOrder(market, request.results)
  const before = await selectWord(tx, requestId, results ?? null)
  if (before) {
    const isSame =
      before.isSame &&
      before.marketId === marketId &&
      before.operatorId === operatorId &&
      before.reason === request.reason
    return isSame ? ok({ state: before.state, said: undefined }) : refuse('request_mismatch')
  }
  if (results === undefined || !maySay(market, results)) return ok(nothing('not_possible'))
  const judged = { results, judged: market.judged }
  const others = await selectSpeakers(tx, marketId, judged)
  if (others.includes(operatorId)) return ok(nothing('needs_another'))
  const state = (await hasIndependent(tx, others, operatorId)) ? 'settled' : 'waits'
  await insertWord(tx, { ...request, ...judged, state })
  if (state === 'settled') await settle(tx, marketId, { ...market, results })
  return ok({ state, said: { fixtureId: market.fixtureId } })
}

const nothing = (state: SaidOfMarket['state']): SaidOfMarket => ({ state, said: undefined })

/** A market that takes bets has no result yet, and only a settled one can be reopened. */
const maySay = ({ isTaking, status }: MarketToSettle, results: readonly MarketResult[] | null): boolean =>
  !isTaking && (results !== null || status === 'settled')

/** Results in the order of the outcomes and in lowest terms; none if they do not belong to these outcomes. */
function inOrder(
  { codes }: MarketToSettle,
  said: readonly MarketResult[],
): readonly MarketResult[] | undefined {
  const byCode = new Map(said.map((one) => [one.code, one]))
  if (byCode.size !== said.length || said.length !== codes.length) return undefined
  const results = codes.flatMap((code) => {
    const one = byCode.get(code)
    return one ? [{ code, ...resolution(one.won, one.refunded, one.of) }] : []
  })
  return results.length === codes.length ? results : undefined
}

/** One further operator is enough, if permitted to decide and independent of this one. */
async function hasIndependent(tx: Tx, others: readonly number[], operatorId: number): Promise<boolean> {
  const trees = await readTrees(tx, [...others, operatorId], 'markets.settle')
  const own = trees.get(operatorId)
  return own !== undefined && others.some((other) => trees.has(other) && trees.get(other) !== own)
}

async function settle(
  tx: Tx,
  marketId: number,
  { fixtureId, results }: MarketToSettle & { results: readonly MarketResult[] | null },
): Promise<void> {
  const fixtureIds = [fixtureId]
  if (results) {
    const others = await selectOtherMarkets(tx, marketId)
    await settleByOperators(tx, marketId, results)
    for (const other of others) await settleByOperators(tx, other.marketId, inOtherCodes(results, other))
    await resolveBuilders(tx, [marketId, ...others.map((other) => other.marketId)])
    fixtureIds.push(...others.map((other) => other.fixtureId))
  } else await unsettle(tx, await selectWithBuilders(tx, [marketId]))
  await insertTasks(tx, fixtureIds)
  await bumpVersions(tx, fixtureIds)
  await writeEvents(tx, marketChanged, await selectChanges(tx, fixtureIds))
}

/** The results of a market by the outcomes of the same market of another fixture. */
const inOtherCodes = (results: readonly MarketResult[], { codes }: OtherMarket): MarketResult[] => {
  const otherOf = new Map(codes.map(({ code, otherCode }) => [code, otherCode]))
  return results.map((one) => ({
    ...one,
    code: present(otherOf.get(one.code), 'an outcome of the other market'),
  }))
}
