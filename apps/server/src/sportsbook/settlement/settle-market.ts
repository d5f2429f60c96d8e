import { resolution, VOID, WON } from '@palpite/odds'
import { readTrees } from '../../identity/index.ts'
import { present } from '../../platform/errors.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { marketChanged } from '../events.ts'
import { resolveBuilders, selectWithBuilders, unsettle } from '../updates/results-queries.ts'
import { selectChanges } from '../updates/change-queries.ts'
import {
  insertVote,
  lockMarket,
  type MarketResult,
  type MarketToSettle,
  type OtherMarket,
  selectOtherMarkets,
  selectVoters,
  selectVote,
  settleByOperators,
  selectMarketOutcomes,
} from './market-queries.ts'
import { bumpVersions, insertTasks } from './queries.ts'
import type { Deps } from '../../platform/deps.ts'
import { openSettings } from '../../platform/settings.ts'
import { policyOf } from '../../protection/index.ts'
import { type ParlayInsurance, sportsbookSettingsDefinition } from '../settings.ts'
import { type BetChange, changeOf, sum } from './rules.ts'
import {
  readCurrentBets,
  selectBetsOnMarkets,
  selectFixedLegs,
  selectLateLegs,
} from './current-bet-queries.ts'

type SettleMarket = {
  requestId: string
  operatorId: number
  marketId: number
  /** The resolution of every outcome; null reopens the market. */
  results: readonly MarketResult[] | null
  reason: string
}

type SettleAnswer = {
  state: 'settled' | 'waits' | 'needs_another' | 'not_possible'
  /** The vote of this call, by its match; undefined if it is a repeat or was not counted. */
  vote: { fixtureId: number } | undefined
}

/**
 * Settles a market by decision of operators, if its feed does not report the result or reported it wrongly; or
 * reopens a settled one. Two independent operators must vote for the same result in its present state. Their decision
 * overrides the feed and our own count. If feeds contest the market, the result also applies to the same market of
 * the other fixture. Its bets are settled afterwards. Idempotent by request.
 */
export async function settleMarket(
  tx: Tx,
  request: SettleMarket,
): Promise<Result<SettleAnswer, 'request_mismatch' | 'not_found'>> {
  const { marketId, operatorId, requestId } = request
  const market = await lockMarket(tx, marketId)
  if (!market) return refuse('not_found')
  const results = request.results && inOrder(market, request.results)
  const before = await selectVote(tx, requestId, results ?? null)
  if (before) {
    const isSame =
      before.isSame &&
      before.marketId === marketId &&
      before.operatorId === operatorId &&
      before.reason === request.reason
    return isSame ? ok({ state: before.state, vote: undefined }) : refuse('request_mismatch')
  }
  if (results === undefined || !acceptsResult(market, results)) return ok(nothing('not_possible'))
  const judged = { results, judged: market.judged }
  const others = await selectVoters(tx, marketId, judged)
  if (others.includes(operatorId)) return ok(nothing('needs_another'))
  const state = (await hasIndependent(tx, others, operatorId)) ? 'settled' : 'waits'
  await insertVote(tx, { ...request, ...judged, state })
  if (state === 'settled') await settle(tx, marketId, { ...market, results })
  return ok({ state, vote: { fixtureId: market.fixtureId } })
}

const nothing = (state: SettleAnswer['state']): SettleAnswer => ({ state, vote: undefined })

/** A market open to bets has no result yet, and only a settled one can be reopened. */
const acceptsResult = (
  { isTaking, status }: MarketToSettle,
  results: readonly MarketResult[] | null,
): boolean => !isTaking && (results !== null || status === 'settled')

/** Results in the order of the outcomes and in lowest terms; none if they do not belong to these outcomes. */
function inOrder(
  { codes }: MarketToSettle,
  given: readonly MarketResult[],
): readonly MarketResult[] | undefined {
  const byCode = new Map(given.map((one) => [one.code, one]))
  if (byCode.size !== given.length || given.length !== codes.length) return undefined
  const results = codes.flatMap((code) => {
    const one = byCode.get(code)
    return one ? [{ code, ...resolution(one.won, one.refunded, one.of) }] : []
  })
  return results.length === codes.length ? results : undefined
}

/** One further operator is enough, if permitted to decide and independent of this one. */
export async function hasIndependent(
  tx: Tx,
  others: readonly number[],
  operatorId: number,
): Promise<boolean> {
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

/** Limits the bets a preview reads, so that it answers interactively. */
const MAX_BETS = 5000
/** As many as an operator reads one by one; the sums cover all. */
const MAX_ITEMS = 100

type PreviewMarket = { marketId: number; results: readonly MarketResult[] }

/**
 * The effect of settling a market. Excludes bet builders that depend on it: they follow once it is settled. If feeds
 * contest it, includes bets on the same market of the other fixture.
 */
type MarketPreview = {
  /** Bets with a leg on the market that were not cashed out. */
  bets: number
  /** Those that would be settled, or settled differently than before. */
  changed: number
  /** The changed ones that were settled already. */
  corrected: number
  /** Stakes of the changed ones, their new return, and their return so far. */
  stakeCents: number
  returnCents: number
  returnedCents: number
  /** The total paid to those that return more than so far, and taken from those that return less. */
  paidCents: number
  takenBackCents: number
  /** The changed ones, largest change first. */
  items: { betId: number; stakeCents: number; returnedCents: number | null; returnCents: number | null }[]
  /** Bets that this result does not pay: placed in a late window, they wait for its decision. Their stakes. */
  late: number
  lateStakeCents: number
  /** There are more bets than were read. */
  isMore: boolean
}

/**
 * Opens the previews of settlements: what would be paid if operators settled a market by these results, by the rules
 * of settlement. Changes nothing. Refuses results that do not belong to the outcomes of the market.
 */
export function openMarketPreview({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const settings = openSettings(sportsbookSettingsDefinition)
  const hasPromotions = policyOf(config).hasRewards('promotions')
  return async (request: PreviewMarket) => {
    const { parlayInsurances } = await settings.read(db)
    return previewMarket(db, request, hasPromotions ? parlayInsurances : [])
  }
}

async function previewMarket(
  sql: Sql,
  { marketId, results }: PreviewMarket,
  insurances: readonly ParlayInsurance[],
): Promise<Result<MarketPreview, 'not_found' | 'bad_request'>> {
  const outcomes = await selectMarketOutcomes(sql, marketId)
  const [first] = outcomes
  if (!first) return refuse('not_found')
  const byCode = new Map(results.map((one) => [one.code, resolution(one.won, one.refunded, one.of)]))
  const isWhole = outcomes.length === results.length && outcomes.every(({ code }) => byCode.has(code))
  if (!isWhole) return refuse('bad_request')
  const others = await selectOtherMarkets(sql, marketId)
  const marketIds = [marketId, ...others.map((other) => other.marketId)]
  const byOutcome = new Map(outcomes.map(({ outcomeId, code }) => [outcomeId, byCode.get(code)]))
  for (const other of others) {
    const codeOf = new Map(other.codes.map(({ code, otherCode }) => [otherCode, code]))
    const theirs = await selectMarketOutcomes(sql, other.marketId)
    for (const { outcomeId, code } of theirs) byOutcome.set(outcomeId, byCode.get(codeOf.get(code) ?? ''))
  }
  const fixtureIds = [first.fixtureId, ...others.map((other) => other.fixtureId)]
  const ids = await selectBetsOnMarkets(sql, { fixtureIds, marketIds, max: MAX_BETS + 1 })
  const read = ids.slice(0, MAX_BETS)
  const [bets, fixed, late] = await Promise.all([
    readCurrentBets(sql, read),
    selectFixedLegs(sql, read, marketIds),
    selectLateLegs(sql, read, marketIds),
  ])
  const nameOf = (betId: number, outcomeId: number) => `${betId} ${outcomeId}`
  const fixedAs = new Map(fixed.map((leg) => [nameOf(leg.betId, leg.outcomeId), leg.isPaidEarly]))
  const lateLegs = new Set(late.map((leg) => nameOf(leg.betId, leg.outcomeId)))
  const decidedAs = (betId: number, outcomeId: number) => {
    const isPaidEarly = fixedAs.get(nameOf(betId, outcomeId))
    return isPaidEarly === undefined ? byOutcome.get(outcomeId) : isPaidEarly ? WON : VOID
  }
  /** It waits by a late window, unless the result gives the stake back. */
  const isLate = (betId: number, outcomeId: number) => {
    const result = byOutcome.get(outcomeId)
    const isDecided = fixedAs.has(nameOf(betId, outcomeId)) || (result && result.refunded === result.of)
    return lateLegs.has(nameOf(betId, outcomeId)) && !isDecided
  }
  const changes = bets.flatMap((bet) => {
    const legs = bet.legs.map((leg) => {
      const decided = isLate(bet.id, leg.outcomeId) ? undefined : decidedAs(bet.id, leg.outcomeId)
      return decided ? { ...leg, won: decided.won, refunded: decided.refunded, parts: decided.of } : leg
    })
    return changeOf({ ...bet, fixtureId: first.fixtureId, legs }, insurances) ?? []
  })
  const waiting = bets.filter((bet) => bet.legs.some(({ outcomeId }) => isLate(bet.id, outcomeId)))
  return ok({
    bets: bets.length,
    ...summaryOf(changes),
    late: waiting.length,
    lateStakeCents: sum(waiting.map(({ stakeCents }) => stakeCents)),
    isMore: ids.length > MAX_BETS,
  })
}

/** The sums of these changes, and the largest of them. */
export function summaryOf(
  changes: readonly BetChange[],
): Omit<MarketPreview, 'bets' | 'late' | 'lateStakeCents' | 'isMore'> {
  const items = changes.map(({ bet, before, after }) => ({
    betId: bet.id,
    stakeCents: bet.stakeCents,
    returnedCents: before?.returnCents ?? null,
    returnCents: after?.returnCents ?? null,
  }))
  const more = items.map((item) => (item.returnCents ?? 0) - (item.returnedCents ?? 0))
  return {
    changed: changes.length,
    corrected: changes.filter(({ before }) => before !== undefined).length,
    stakeCents: sum(items.map(({ stakeCents }) => stakeCents)),
    returnCents: sum(items.map(({ returnCents }) => returnCents ?? 0)),
    returnedCents: sum(items.map(({ returnedCents }) => returnedCents ?? 0)),
    paidCents: sum(more.filter((cents) => cents > 0)),
    takenBackCents: sum(more.filter((cents) => cents < 0).map(Math.abs)),
    items: items
      .map((item, at) => ({ item, size: Math.abs(more[at] ?? 0) }))
      .toSorted((one, other) => other.size - one.size || one.item.betId - other.item.betId)
      .slice(0, MAX_ITEMS)
      .map(({ item }) => item),
  }
}
