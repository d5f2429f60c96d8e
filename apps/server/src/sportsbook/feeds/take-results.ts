import { present } from '../../platform/assert.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import { type MarketKey, marketKey } from '../sports/index.ts'
import type { FeedRefusal } from './feed-refusal.ts'
import type { FeedMessage } from './messages.ts'
import type { Known } from './queries.ts'
import * as queries from './results-queries.ts'

/** A refusal with the feed's own name of the fixture that it is about. */
export type KeyedRefusal = FeedRefusal & { key: string }

type Results = { ids: number[]; refused: KeyedRefusal[] }

/** A market of a fixture with what a list said of it. */
type Named = { fixtureId: number; key: string; name: string; row: queries.ResultRow[] }

/**
 * Takes what a feed says became of markets, which bets on them are void, and when a fixture begins; or that it does not
 * stand any more. A market that was never offered has no bets: naming it is refused. The bets are settled afterwards,
 * from what is written here.
 */
export async function takeResults(tx: Tx, known: Known, messages: readonly FeedMessage[]): Promise<Results> {
  const about = messages.filter(
    (message) =>
      message.kind === 'settlement' ||
      message.kind === 'rollback_settlement' ||
      message.kind === 'bet_cancel' ||
      message.kind === 'rollback_cancel' ||
      message.kind === 'fixture_change',
  )
  if (about.length === 0) return { ids: [], refused: [] }
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
  for (const message of about) {
    const { key } = message
    if (message.kind === 'fixture_change') {
      await queries.moveFixture(tx, idOf(key), message.startsAt)
      continue
    }
    const done = await takeResult(tx, message, (market) => find(key, market), refused)
    if (done) touched.add(idOf(key))
  }
  await queries.insertTasks(tx, [...touched])
  return { ids, refused }
}

type ResultMessage = Extract<
  FeedMessage,
  { kind: 'settlement' | 'rollback_settlement' | 'bet_cancel' | 'rollback_cancel' }
>

/** Whether anything was written. */
async function takeResult(
  tx: Tx,
  message: ResultMessage,
  find: (market: MarketKey) => Named | undefined,
  refused: KeyedRefusal[],
): Promise<boolean> {
  if (message.kind === 'settlement') return settle(tx, message, find, refused)
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
      await queries.unsettle(tx, marketIds)
      break
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

/** A market is settled as a whole: what names only some of its outcomes is refused, and so is a guess after a certainty. */
async function settle(
  tx: Tx,
  message: Extract<FeedMessage, { kind: 'settlement' }>,
  find: (market: MarketKey) => Named | undefined,
  refused: KeyedRefusal[],
): Promise<boolean> {
  const settled = message.markets.flatMap(({ market, outcomes }) => {
    const named = find(market)
    if (!named) return []
    const said = new Map(outcomes.map(({ code, resolution }) => [code, resolution]))
    const left = named.row.filter(({ code }) => !said.has(code)).map(({ code }) => code)
    const isLess = message.certainty === 'provisional' && named.row[0]?.certainty === 'confirmed'
    const { key, name } = named
    if (left.length > 0)
      refused.push({ reason: 'field_missing', detail: `${name} without ${left.join(', ')}`, key })
    if (isLess) refused.push({ reason: 'out_of_order', detail: `${name} was confirmed before`, key })
    return left.length > 0 || isLess
      ? []
      : named.row.map(({ marketId, outcomeId, code }) => ({ marketId, outcomeId, to: said.get(code) }))
  })
  if (settled.length === 0) return false
  await queries.settleOutcomes(tx, {
    ids: settled.map(({ outcomeId }) => outcomeId),
    won: settled.map(({ to }) => to?.won ?? 0),
    refunded: settled.map(({ to }) => to?.refunded ?? 0),
    parts: settled.map(({ to }) => to?.of ?? 1),
  })
  await queries.settleMarkets(tx, [...new Set(settled.map(({ marketId }) => marketId))], message.certainty)
  return true
}

function groupMarkets(rows: readonly queries.ResultRow[]): Map<string, queries.ResultRow[]> {
  const markets = new Map<string, queries.ResultRow[]>()
  for (const row of rows) {
    const key = `${row.fixtureId} ${marketKey(row)}`
    const outcomes = markets.get(key)
    if (outcomes) outcomes.push(row)
    else markets.set(key, [row])
  }
  return markets
}
