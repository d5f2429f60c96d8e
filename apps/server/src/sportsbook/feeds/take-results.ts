import { isSameResolution, type Resolution, resultName } from '@palpite/odds'
import { present } from '../../platform/assert.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import { type MarketKey, marketKey, sportOf } from '../sports/index.ts'
import type { FeedRefusal, KeyedRefusal } from './feed-refusal.ts'
import type { FeedMessage } from './messages.ts'
import type { Known, KnownFixture } from './queries.ts'
import * as queries from './results-queries.ts'

/** The fixtures a list named, those it moved as stopped until prices come again, and what of it was not taken. */
type Results = { stops: [id: number, stop: 'feed' | null][]; refused: KeyedRefusal[] }

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
    const done = await takeResult(tx, message, (market) => find(key, market), refused)
    if (done) touched.add(idOf(key))
  }
  await queries.insertTasks(tx, [...touched])
  return { stops: ids.map((id) => [id, moved.has(id) ? 'feed' : null]), refused }
}

type ResultMessage = Extract<
  FeedMessage,
  { kind: 'settlement' | 'settlement_proposal' | 'rollback_settlement' | 'bet_cancel' | 'rollback_cancel' }
>

/** Whether anything was written. */
async function takeResult(
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

/** Takes back what the feed has said. What operators said was never the feed's: it stands, and is told. */
async function rollBack(tx: Tx, markets: readonly Named[], refused: KeyedRefusal[]): Promise<boolean> {
  const [kept, back] = [
    markets.filter(({ row }) => row[0]?.certainty === 'operator'),
    markets.filter(({ row }) => row[0]?.certainty !== 'operator'),
  ]
  for (const { key, name, row } of kept) {
    const detail = `${name} stands as ${wordsOf(row, standingOf)} by operators, the feed takes it back`
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
 * A market is settled as a whole: what names only some of its outcomes is refused, and so is a guess after a certainty. What
 * was confirmed, or said by operators, stands: one that says otherwise without taking it back is an alarm. A market whose
 * result is known in part takes no bets until it is named again.
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
  for (const { market, outcomes } of message.markets) {
    const named = find(market)
    if (!named) continue
    const { key, name, row } = named
    const said = new Map(outcomes.map(({ code, resolution }) => [code, resolution]))
    const refusal = whyNot(row, said, certainty)
    if (refusal?.reason === 'field_missing') unread.push(...row.map(({ marketId }) => marketId))
    if (refusal) refused.push({ reason: refusal.reason, detail: `${name} ${refusal.detail}`, key })
    else if (!isCertain(row)) {
      settled.push(...row.map((one) => ({ row: one, to: present(said.get(one.code), 'a resolution') })))
    }
  }
  if (unread.length > 0) await queries.suspendMarkets(tx, unread)
  if (settled.length === 0) return false
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
  // The rows were read once for the whole list: what is said later in it is held against this.
  for (const { row, to } of settled) {
    Object.assign(row, { certainty, won: to.won, refunded: to.refunded, parts: to.of })
  }
  return true
}

/** Keeps what may have become of markets for operators to decide. What is settled already stands. */
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
    const detail = `${named.name} ${why}, proposed: ${wordsOf(named.row, ({ code }) => said.get(code))}`
    refused.push({ reason: 'operator_needed', detail, key: named.key })
    const results = outcomes
      .filter(({ code }) => named.row.some((one) => one.code === code))
      .map(({ code, resolution }) => ({ code, ...resolution }))
    return [{ marketId: first.marketId, results: JSON.stringify(results) }]
  })
  if (proposed.length === 0) return false
  await queries.upsertProposals(tx, why, {
    marketIds: proposed.map(({ marketId }) => marketId),
    results: proposed.map(({ results }) => results),
  })
  return true
}

type Said = ReadonlyMap<string, Resolution>

/** Why a market is not settled as it is said now; nothing where it is, or where it was said the same before. */
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
        detail: `stands as ${wordsOf(row, standingOf)}, the feed says ${wordsOf(row, ({ code }) => said.get(code))}`,
      }
    : undefined
}

/** Only the feed's own rollback, or an operator, opens such a market again. */
const isCertain = ([outcome]: readonly queries.ResultRow[]): boolean =>
  outcome?.certainty === 'confirmed' || outcome?.certainty === 'operator'

const standingOf = ({ won, refunded, parts }: queries.ResultRow): Resolution | undefined =>
  won === null || refunded === null || parts === null ? undefined : { won, refunded, of: parts }

/** Whether something else is said of an outcome; what is not said of one does not differ. */
const differs = (row: readonly queries.ResultRow[], said: Said): boolean =>
  row.some((outcome) => {
    const [now, other] = [standingOf(outcome), said.get(outcome.code)]
    return other !== undefined && !(now && isSameResolution(now, other))
  })

const wordsOf = (
  row: readonly queries.ResultRow[],
  resolutionOf: (outcome: queries.ResultRow) => Resolution | undefined,
): string => row.map((one) => `${one.code} ${wordOf(resolutionOf(one))}`).join(', ')

function wordOf(resolution: Resolution | undefined): string {
  if (!resolution) return 'open'
  const name = resultName(resolution)
  return name === 'dead_heat' ? `won ${resolution.won}/${resolution.of}` : name
}

/**
 * Holds what feeds confirmed, or operators said, of these matches against our own count. What differs is told with both
 * values and moves no money: the count is ours, the market is not.
 */
export async function checkCertain(tx: Tx, known: readonly KnownFixture[]): Promise<KeyedRefusal[]> {
  const fixtures = new Map(known.map((fixture) => [fixture.id, fixture]))
  const markets = groupMarkets(await queries.selectCertain(tx, [...fixtures.keys()]))
  return [...markets.values()].flatMap((row): KeyedRefusal[] => {
    const [first] = row
    const fixture = first && fixtures.get(first.fixtureId)
    if (!fixture) return []
    const own = ownResult(fixture, row)
    if (!differs(row, own)) return []
    const values = `stands as ${wordsOf(row, standingOf)}, our own count says ${wordsOf(row, ({ code }) => own.get(code))}`
    return [{ reason: 'settlement_differs', detail: `${marketKey(first)} ${values}`, key: fixture.key }]
  })
}

/** What our own rules make of a market as its match stands; nothing where they cannot tell. */
function ownResult(fixture: KnownFixture, row: readonly queries.ResultRow[]): Said {
  const { sport, matchStatus, clockPeriod, minute, state, runners } = fixture
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  const market = present(row[0], 'an outcome of a market')
  const codes = row.map(({ code }) => code)
  try {
    return sportOf(sport).resolve(market, codes, { matchStatus, clock, state, runners })
  } catch {
    return new Map() // a market that our rules do not know is the feed's alone
  }
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
