import type { Resolution } from '@palpite/odds'
import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import { type MarketKey, marketKey } from '../sports/adapter.ts'
import {
  differs,
  groupMarkets,
  isCertain,
  type StatedResults,
  currentResolution,
  titleOf,
  wordsOf,
} from './compare-results.ts'
import type {
  BetCancelMessage,
  FeedMessage,
  FeedRefusal,
  KeyedRefusal,
  RollbackCancelMessage,
} from './messages.ts'
import type { Known } from './queries.ts'
import { keepOvertaking, takeOvertaking } from './overtaking-results.ts'
import { isUnexplained, newest, rollbackEffect, settlementOrder } from './result-order.ts'
import { payLeadsAgain } from './lead-queries.ts'
import * as queries from './results-queries.ts'

/** The fixtures a list named, those stopped until the next prices, and what was refused. */
type Results = { stops: [id: number, stop: 'feed' | null][]; refused: KeyedRefusal[] }

/** A market of a fixture with the list's message about it. */
type Named = { fixtureId: number; key: string; name: string; row: queries.ResultRow[] }

/**
 * Applies a feed's results, voided bets and start times, and their rollbacks. A market never offered has no bets:
 * naming it is refused. Bets are settled afterwards, from what is written here.
 */
export async function applyResults(tx: Tx, known: Known, messages: readonly FeedMessage[]): Promise<Results> {
  const about = messages.filter(
    (message) =>
      message.kind === 'settlement' ||
      message.kind === 'settlement_proposal' ||
      message.kind === 'rollback_settlement' ||
      message.kind === 'bet_cancel' ||
      message.kind === 'rollback_cancel' ||
      message.kind === 'fixture_change',
  )
  if (about.length === 0) return { stops: [], refused: [] }
  const idOf = (key: string) => present(known.get(key), 'a fixture').id
  const ids = [...new Set(about.map(({ key }) => idOf(key)))]
  const rows = groupMarkets(await queries.selectResults(tx, ids))
  const refused: KeyedRefusal[] = []
  const find = (key: string, market: MarketKey): Named | undefined => {
    const fixtureId = idOf(key)
    const name = marketKey(market)
    const row = rows.get(`${fixtureId} ${name}`)
    if (!row) refused.push({ reason: 'market_never_offered', detail: name, key })
    return row && { fixtureId, key, name, row }
  }
  const touched = new Set<number>()
  const moved = new Set<number>()
  for (const message of about) {
    const { key } = message
    if (message.kind === 'fixture_change') {
      for (const { id } of await queries.moveFixture(tx, idOf(key), message.startsAt)) moved.add(id)
      continue
    }
    const done = await applyResult(tx, message, (market) => find(key, market), refused)
    if (done) touched.add(idOf(key))
  }
  await queries.insertTasks(tx, [...touched])
  return { stops: ids.map((id) => [id, moved.has(id) ? 'feed' : null]), refused }
}

type ResultMessage = Extract<
  FeedMessage,
  { kind: 'settlement' | 'settlement_proposal' | 'rollback_settlement' | 'bet_cancel' | 'rollback_cancel' }
>

/** Applies one result message. Returns whether bets may be settled otherwise now. */
async function applyResult(
  tx: Tx,
  message: ResultMessage,
  find: (market: MarketKey) => Named | undefined,
  refused: KeyedRefusal[],
): Promise<boolean> {
  if (message.kind === 'settlement') return settle(tx, message, find, refused)
  if (message.kind === 'settlement_proposal') return propose(tx, message, find, refused)
  const markets = message.markets.flatMap((market) => find(market) ?? [])
  if (markets.length === 0) return false
  if (message.kind === 'rollback_settlement') {
    const reopened = await rollBack(tx, markets, message.sentAt, refused)
    const rows = reopened.map(({ row }) => row)
    for (const overtaking of await takeOvertaking(tx, rows, message))
      await settle(tx, overtaking, find, refused)
    return reopened.length > 0
  }
  if (message.kind === 'bet_cancel') return cancelBets(tx, message, markets, refused)
  return rollBackCancel(tx, message, markets)
}

/** Voids the bets of a window. Where that window was rolled back since the message was sent, its bets stay. */
async function cancelBets(
  tx: Tx,
  message: BetCancelMessage,
  named: readonly Named[],
  refused: KeyedRefusal[],
): Promise<boolean> {
  const { from, until, reason, sentAt } = message
  const ids = named.map(marketIdOf)
  const since = sentAt ? await queries.selectRolledBack(tx, ids, { from, until, sentAt }) : []
  const rolledBack = new Set(since.map(({ marketId }) => marketId))
  const [old, current] = [
    named.filter((one) => rolledBack.has(marketIdOf(one))),
    named.filter((one) => !rolledBack.has(marketIdOf(one))),
  ]
  refused.push(...outdated(old, 'cancellation sent before its rollback'))
  if (current.length === 0) return false
  const window = { from, until, reason, sentAt }
  await queries.insertCancellations(tx, await queries.selectWithBuilders(tx, current.map(marketIdOf)), window)
  await auditWindow(tx, 'bets.cancelled', current, { from, until, reason })
  return true
}

/** Ends a window of void bets, or all, and remembers it against cancellations that were sent before. */
async function rollBackCancel(
  tx: Tx,
  { from, until, sentAt }: RollbackCancelMessage,
  named: readonly Named[],
): Promise<boolean> {
  const ids = named.map(marketIdOf)
  if (sentAt) await queries.upsertRollbacks(tx, ids, { from, until, sentAt })
  const window = { from, until, sentAt }
  const ended = await queries.rollBackCancellations(tx, await queries.selectWithBuilders(tx, ids), window)
  if (ended === 0) return false
  await payLeadsAgain(
    tx,
    named.map(({ fixtureId }) => fixtureId),
  )
  await auditWindow(tx, 'bets.cancel_rolled_back', named, { from, until })
  return true
}

type Cancelled = { from: Date | null; until: Date | null; reason?: string }

const auditWindow = (tx: Tx, action: string, named: readonly Named[], { from, until, ...rest }: Cancelled) =>
  audit(tx, {
    actor: { kind: 'system', id: null },
    action,
    subject: `fixture:${named[0]?.fixtureId}`,
    details: {
      markets: named.length,
      from: from?.toISOString() ?? '',
      until: until?.toISOString() ?? '',
      ...rest,
    },
  })

const marketIdOf = ({ row }: Named): number => present(row[0], 'an outcome of a market').marketId

/** One refusal for all of them: a recovery repeats messages with hundreds of markets. */
const outdated = (named: readonly Named[], why: string): KeyedRefusal[] =>
  named.slice(0, 1).map(({ key }) => ({
    reason: 'out_of_order',
    detail: `${why}: ${named.map(({ name }) => name).join(', ')}`.slice(0, 400),
    key,
  }))

/**
 * Rolls back the feed's results, and returns the markets that are open now. Operators' results stay, and the rollback is
 * refused with that reason; so does a result that a newer message stated.
 */
async function rollBack(
  tx: Tx,
  markets: readonly Named[],
  sentAt: Date | undefined,
  refused: KeyedRefusal[],
): Promise<readonly Named[]> {
  const effects = Map.groupBy(markets, ({ row }) =>
    rollbackEffect(present(row[0], 'an outcome of a market'), sentAt),
  )
  const now = effects.get('reopens') ?? []
  refused.push(...outdated(effects.get('older') ?? [], 'rollback sent before the settlement that stands'))
  if (sentAt) await noteRollback(tx, markets, { decided: [...now, ...(effects.get('counts') ?? [])], sentAt })
  const [kept, back] = [
    now.filter(({ row }) => row[0]?.certainty === 'operator'),
    now.filter(({ row }) => row[0]?.certainty !== 'operator'),
  ]
  for (const { key, row } of kept) {
    const detail = `${titleOf(row)} stands as ${wordsOf(row, currentResolution)} by operators, the feed takes it back`
    refused.push({ reason: 'settlement_differs', detail, key })
  }
  if (back.length === 0) return back
  await queries.unsettle(tx, await queries.selectWithBuilders(tx, back.map(marketIdOf)))
  for (const { row } of back)
    for (const one of row) Object.assign(one, { certainty: null, won: null, refunded: null, parts: null })
  return back
}

/** Stores that a message of this time rolled these results back, and decided some of them. */
async function noteRollback(
  tx: Tx,
  named: readonly Named[],
  { decided, sentAt }: { decided: readonly Named[]; sentAt: Date },
): Promise<void> {
  await queries.updateRollbackTimes(tx, named.map(marketIdOf), { decided: decided.map(marketIdOf), sentAt })
  for (const { row } of named) for (const one of row) one.reopenedSentAt = newest(one.reopenedSentAt, sentAt)
  for (const { row } of decided) for (const one of row) one.resultSentAt = sentAt
}

/** Stores that these results were confirmed again by a message of this time. */
async function noteTime(tx: Tx, named: readonly Named[], resultSentAt: Date): Promise<void> {
  if (named.length === 0) return
  await queries.updateResultTimes(tx, named.map(marketIdOf), resultSentAt)
  for (const { row } of named) for (const one of row) Object.assign(one, { resultSentAt })
}

/**
 * A market is settled as a whole: a message with only some of its outcomes is refused, as is a less certain result. A
 * result confirmed, or set by operators, stays: a contradiction without a rollback raises an alarm. A market with a
 * partial result takes no bets until it is named again.
 */
async function settle(
  tx: Tx,
  message: Extract<FeedMessage, { kind: 'settlement' }>,
  find: (market: MarketKey) => Named | undefined,
  refused: KeyedRefusal[],
): Promise<boolean> {
  const { certainty, sentAt } = message
  const settled: { row: queries.ResultRow; to: Resolution }[] = []
  const unread: number[] = []
  const incomplete: Proposed[] = []
  const overtaking: Proposed[] = []
  const [old, again]: [Named[], Named[]] = [[], []]
  for (const { market, outcomes } of message.markets) {
    const named = find(market)
    if (!named) continue
    const { key, name, row } = named
    const stated = new Map(outcomes.map(({ code, resolution }) => [code, resolution]))
    const isOld = isOutdated(row, stated, message)
    const refusal = isOld ? unexplainedOf(row, stated, message) : refusalOf(row, stated, certainty)
    if (isOld && !refusal) {
      if (differs(row, stated)) old.push(named)
    } else if (refusal) {
      refused.push({ reason: refusal.reason, detail: `${name} ${refusal.detail}`, key })
      const isConfirmed = certainty === 'confirmed' && row[0]?.certainty === 'confirmed'
      if (!isOld && isConfirmed && refusal.reason === 'settlement_differs')
        overtaking.push(proposedOf(row, outcomes))
      if (refusal.reason === 'field_missing') unread.push(...row.map(({ marketId }) => marketId))
      const isLeft = refusal.reason === 'field_missing' && certainty === 'confirmed' && !isCertain(row)
      if (isLeft) incomplete.push(proposedOf(row, outcomes))
    } else if (!isCertain(row)) {
      settled.push(...row.map((one) => ({ row: one, to: present(stated.get(one.code), 'a resolution') })))
    } else if (certainty === 'confirmed') again.push(named)
  }
  refused.push(...outdated(old, 'settlement sent before the one that stands, or its rollback'))
  if (sentAt) await noteTime(tx, again, sentAt)
  if (unread.length > 0) await queries.suspendMarkets(tx, unread)
  await keepProposals(tx, 'incomplete', incomplete)
  if (sentAt) await keepOvertaking(tx, sentAt, overtaking)
  if (settled.length === 0) return incomplete.length > 0
  await queries.settleOutcomes(tx, {
    ids: settled.map(({ row }) => row.outcomeId),
    won: settled.map(({ to }) => to.won),
    refunded: settled.map(({ to }) => to.refunded),
    parts: settled.map(({ to }) => to.of),
  })
  const marketIds = [...new Set(settled.map(({ row }) => row.marketId))]
  await queries.settleMarkets(tx, marketIds, message)
  if (settled.some(({ row }) => row.type.startsWith('football.')))
    await queries.resolveBuilders(tx, marketIds)
  // The rows were read once for the whole list: later messages in it are compared with these.
  const time = certainty === 'confirmed' ? 'resultSentAt' : 'provisionalSentAt'
  for (const { row, to } of settled) {
    const times = sentAt ? { [time]: sentAt } : {}
    Object.assign(row, { certainty, won: to.won, refunded: to.refunded, parts: to.of, ...times })
  }
  return true
}

/** Stores proposed results for operators to decide. Settled ones stay. */
async function propose(
  tx: Tx,
  { why, markets }: Extract<FeedMessage, { kind: 'settlement_proposal' }>,
  find: (market: MarketKey) => Named | undefined,
  refused: KeyedRefusal[],
): Promise<boolean> {
  const proposed = markets.flatMap(({ market, outcomes }) => {
    const named = find(market)
    const [first] = named?.row ?? []
    if (!named || !first || isCertain(named.row)) return []
    const stated = new Map(outcomes.map(({ code, resolution }) => [code, resolution]))
    const detail = `${titleOf(named.row)} ${why}, proposed: ${wordsOf(named.row, ({ code }) => stated.get(code))}`
    refused.push({ reason: 'operator_needed', detail, key: named.key })
    return [proposedOf(named.row, outcomes)]
  })
  await keepProposals(tx, why, proposed)
  return proposed.length > 0
}

type Proposed = { marketId: number; results: string }

/** The outcomes of a proposal, as shown to operators. */
const proposedOf = (
  row: readonly queries.ResultRow[],
  outcomes: readonly { code: string; resolution: Resolution }[],
): Proposed => ({
  marketId: present(row[0], 'an outcome of a market').marketId,
  results: JSON.stringify(
    outcomes
      .filter(({ code }) => row.some((one) => one.code === code))
      .map(({ code, resolution }) => ({ code, ...resolution })),
  ),
})

async function keepProposals(
  tx: Tx,
  why: 'dead_heat' | 'incomplete',
  proposed: readonly Proposed[],
): Promise<void> {
  if (proposed.length === 0) return
  const byMarket = new Map(proposed.map((one) => [one.marketId, one]))
  await queries.upsertProposals(tx, why, {
    marketIds: [...byMarket.keys()],
    results: [...byMarket.values()].map(({ results }) => results),
  })
}

/**
 * Whether the message was sent before, or with, another that decided more. Two confirmed results of one moment that
 * contradict each other are no old and new one: neither is known to be right.
 */
function isOutdated(
  row: readonly queries.ResultRow[],
  stated: StatedResults,
  message: Extract<FeedMessage, { kind: 'settlement' }>,
): boolean {
  const market = present(row[0], 'an outcome of a market')
  const order = settlementOrder(market, message)
  const isContradiction =
    message.certainty === 'confirmed' && market.certainty === 'confirmed' && differs(row, stated)
  return order === 'older' || (order === 'same' && !isContradiction)
}

/** Why a market is not settled by this message; undefined if it is, or if it was reported the same before. */
function refusalOf(
  row: readonly queries.ResultRow[],
  stated: StatedResults,
  certainty: 'provisional' | 'confirmed',
): FeedRefusal | undefined {
  const left = row.filter(({ code }) => !stated.has(code)).map(({ code }) => code)
  if (left.length > 0) return { reason: 'field_missing', detail: `without ${left.join(', ')}` }
  if (certainty === 'provisional' && row[0]?.certainty === 'confirmed')
    return { reason: 'out_of_order', detail: 'was confirmed before' }
  return isCertain(row) && differs(row, stated) ? contradictionOf(row, stated) : undefined
}

const contradictionOf = (row: readonly queries.ResultRow[], stated: StatedResults): FeedRefusal => ({
  reason: 'settlement_differs',
  detail: `of market ${row[0]?.marketId} stands as ${wordsOf(row, currentResolution)}, the feed says ${wordsOf(row, ({ code }) => stated.get(code))}`,
})

/**
 * Operators are told of a confirmed result that comes too late to count and differs, unless the feed itself took it back:
 * then the feed has said two things for certain.
 */
function unexplainedOf(
  row: readonly queries.ResultRow[],
  stated: StatedResults,
  { certainty, sentAt }: Extract<FeedMessage, { kind: 'settlement' }>,
): FeedRefusal | undefined {
  const isTold =
    certainty === 'confirmed' &&
    isUnexplained(present(row[0], 'an outcome of a market'), sentAt) &&
    differs(row, stated)
  if (!isTold) return undefined
  const { reason, detail } = contradictionOf(row, stated)
  return { reason, detail: `${detail}, sent before` }
}
