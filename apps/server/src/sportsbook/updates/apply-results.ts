import type { Resolution } from '@palpite/odds'
import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import { type MarketKey, marketKey } from '../sports/adapter.ts'
import {
  differs,
  groupMarkets,
  isCertain,
  type Said,
  standingOf,
  titleOf,
  wordsOf,
} from './compare-results.ts'
import type { FeedRefusal, KeyedRefusal, FeedMessage } from './messages.ts'
import type { Known } from './queries.ts'
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

/** Applies one result message. Returns whether it wrote anything. */
async function applyResult(
  tx: Tx,
  message: ResultMessage,
  find: (market: MarketKey) => Named | undefined,
  refused: KeyedRefusal[],
): Promise<boolean> {
  if (message.kind === 'settlement') return settle(tx, message, find, refused)
  if (message.kind === 'settlement_proposal') return propose(tx, message, find, refused)
  const markets = message.markets.flatMap((market) => find(market) ?? [])
  const marketIds = markets.flatMap(({ row }) => row[0]?.marketId ?? [])
  if (marketIds.length === 0) return false
  const { from, until } = 'from' in message ? message : { from: null, until: null }
  const details = {
    markets: marketIds.length,
    from: from?.toISOString() ?? '',
    until: until?.toISOString() ?? '',
  }
  const subject = `fixture:${markets[0]?.fixtureId}`
  const actor = { kind: 'system' as const, id: null }
  switch (message.kind) {
    case 'rollback_settlement':
      return rollBack(tx, markets, refused)
    case 'bet_cancel':
      await queries.insertCancellations(tx, await queries.selectWithBuilders(tx, marketIds), {
        from,
        until,
        reason: message.reason,
      })
      await audit(tx, {
        actor,
        action: 'bets.cancelled',
        subject,
        details: { ...details, reason: message.reason },
      })
      break
    case 'rollback_cancel':
      await queries.rollBackCancellations(tx, await queries.selectWithBuilders(tx, marketIds), {
        from,
        until,
      })
      await audit(tx, { actor, action: 'bets.cancel_rolled_back', subject, details })
      break
  }
  return true
}

/** Rolls back the feed's results. Operators' results stay, and the rollback is refused with that reason. */
async function rollBack(tx: Tx, markets: readonly Named[], refused: KeyedRefusal[]): Promise<boolean> {
  const [kept, back] = [
    markets.filter(({ row }) => row[0]?.certainty === 'operator'),
    markets.filter(({ row }) => row[0]?.certainty !== 'operator'),
  ]
  for (const { key, row } of kept) {
    const detail = `${titleOf(row)} stands as ${wordsOf(row, standingOf)} by operators, the feed takes it back`
    refused.push({ reason: 'settlement_differs', detail, key })
  }
  if (back.length === 0) return false
  const marketIds = back.flatMap(({ row }) => row[0]?.marketId ?? [])
  await queries.unsettle(tx, await queries.selectWithBuilders(tx, marketIds))
  for (const { row } of back)
    for (const one of row) Object.assign(one, { certainty: null, won: null, refunded: null, parts: null })
  return true
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
  const { certainty } = message
  const settled: { row: queries.ResultRow; to: Resolution }[] = []
  const unread: number[] = []
  const incomplete: Proposed[] = []
  for (const { market, outcomes } of message.markets) {
    const named = find(market)
    if (!named) continue
    const { key, name, row } = named
    const said = new Map(outcomes.map(({ code, resolution }) => [code, resolution]))
    const refusal = whyNot(row, said, certainty)
    if (refusal) {
      refused.push({ reason: refusal.reason, detail: `${name} ${refusal.detail}`, key })
      if (refusal.reason === 'field_missing') unread.push(...row.map(({ marketId }) => marketId))
      const isLeft = refusal.reason === 'field_missing' && certainty === 'confirmed' && !isCertain(row)
      if (isLeft) incomplete.push(proposedOf(row, outcomes))
    } else if (!isCertain(row)) {
      settled.push(...row.map((one) => ({ row: one, to: present(said.get(one.code), 'a resolution') })))
    }
  }
  if (unread.length > 0) await queries.suspendMarkets(tx, unread)
  await keepProposals(tx, 'incomplete', incomplete)
  if (settled.length === 0) return incomplete.length > 0
  await queries.settleOutcomes(tx, {
    ids: settled.map(({ row }) => row.outcomeId),
    won: settled.map(({ to }) => to.won),
    refunded: settled.map(({ to }) => to.refunded),
    parts: settled.map(({ to }) => to.of),
  })
  const marketIds = [...new Set(settled.map(({ row }) => row.marketId))]
  await queries.settleMarkets(tx, marketIds, certainty)
  if (settled.some(({ row }) => row.type.startsWith('football.')))
    await queries.resolveBuilders(tx, marketIds)
  // The rows were read once for the whole list: later messages in it are compared with these.
  for (const { row, to } of settled) {
    Object.assign(row, { certainty, won: to.won, refunded: to.refunded, parts: to.of })
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
    const said = new Map(outcomes.map(({ code, resolution }) => [code, resolution]))
    const detail = `${titleOf(named.row)} ${why}, proposed: ${wordsOf(named.row, ({ code }) => said.get(code))}`
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

/** Why a market is not settled by this message; undefined if it is, or if it was reported the same before. */
function whyNot(
  row: readonly queries.ResultRow[],
  said: Said,
  certainty: 'provisional' | 'confirmed',
): FeedRefusal | undefined {
  const left = row.filter(({ code }) => !said.has(code)).map(({ code }) => code)
  if (left.length > 0) return { reason: 'field_missing', detail: `without ${left.join(', ')}` }
  if (certainty === 'provisional' && row[0]?.certainty === 'confirmed')
    return { reason: 'out_of_order', detail: 'was confirmed before' }
  return isCertain(row) && differs(row, said)
    ? {
        reason: 'settlement_differs',
        detail: `of market ${row[0]?.marketId} stands as ${wordsOf(row, standingOf)}, the feed says ${wordsOf(row, ({ code }) => said.get(code))}`,
      }
    : undefined
}
