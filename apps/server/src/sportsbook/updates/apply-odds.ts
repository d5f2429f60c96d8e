import { present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import { marketKey, type MarketKey, type Offer } from '../sports/adapter.ts'
import type { StopChange } from './change-queries.ts'
import type { FeedMessage, OddsMessage, Scope } from './messages.ts'
import * as queries from './queries.ts'
import type { OfferedRow } from './queries.ts'
import { movePrices } from '../catalogue/move-prices.ts'

type NewMarket = { fixtureId: number; offer: MovedOffer; named: Named }

/** The stored naming of a market, so that a stop knows whether it came later; null if unchanged. */
export type Named = { version: number | null; by: Scope | null }

const notNamed: Named = { version: null, by: null }

/** The differences between the current and previous offer: nothing else is written. */
export type Changes = {
  markets: NewMarket[]
  statuses: { id: number; status: 'open' | 'suspended'; named: Named }[]
  newOutcomes: { marketId: number; code: string; priceMilli: number; basePriceMilli: number | null }[]
  outcomes: { id: number; priceMilli: number; basePriceMilli: number | null; isOffered: boolean }[]
}

/**
 * Opens, prices and suspends markets by the odds of a list: these name every market, so all stops end. A stop of all
 * markets is one field of the fixture: during a goal's forty seconds no market is written. Returns the fixtures
 * named, and the stop changes.
 */
export async function applyOdds(
  tx: Tx,
  known: queries.Known,
  messages: readonly FeedMessage[],
): Promise<[id: number, stop: StopChange][]> {
  const idOf = (key: string) => present(known.get(key), 'a fixture').id
  // Of several odds of one fixture the last are the current ones.
  const odds = new Map(
    messages.filter((message) => message.kind === 'odds').map((message) => [idOf(message.key), message]),
  )
  const stops = messages.flatMap((message) => (message.kind === 'bet_stop' && !message.only ? [message] : []))
  const versions = new Map([...known.values()].map(({ id, version }) => [id, version]))
  if (odds.size > 0) await writeChanges(tx, await changesOf(tx, odds, versions))
  return [
    ...[...odds.keys()].map((id): [number, StopChange] => [id, 'lifted']),
    ...stops.map(({ key, by = 'live' }): [number, StopChange] => [idOf(key), by]),
  ]
}

export const noChanges = (): Changes => ({ markets: [], statuses: [], newOutcomes: [], outcomes: [] })

async function changesOf(
  tx: Tx,
  odds: ReadonlyMap<number, OddsMessage>,
  versions: ReadonlyMap<number, number>,
): Promise<Changes> {
  const changes = noChanges()
  const offered = offeredMarkets(await queries.selectOffered(tx, [...odds.keys()]))
  for (const [fixtureId, { offers }] of odds) {
    const left = offered.get(fixtureId) ?? new Map<string, Offered>()
    for (const offer of movedOffers(offers, left)) {
      const key = marketKey(offer)
      const market = left.get(key)
      left.delete(key)
      if (market) compare(market, offer, changes)
      else
        changes.markets.push({ fixtureId, offer, named: { version: versions.get(fixtureId) ?? 0, by: null } })
    }
    for (const { id, status } of left.values())
      if (status === 'open') changes.statuses.push({ id, status: 'suspended', named: notNamed })
  }
  return changes
}

export function offeredMarkets(rows: readonly queries.OfferedRow[]): Map<number, Map<string, Offered>> {
  const fixtures = new Map<number, Map<string, Offered>>()
  for (const row of rows) {
    const markets = fixtures.get(row.fixtureId) ?? new Map<string, Offered>()
    fixtures.set(row.fixtureId, markets)
    const key = marketKey(row)
    const { marketId: id, status, namedVersion, namedBy } = row
    const market = markets.get(key) ?? { id, status, namedVersion, namedBy, outcomes: new Map() }
    markets.set(key, market)
    market.outcomes.set(row.code, row)
  }
  return fixtures
}

/**
 * Adds the differences between a market and its new offer to `changes`. A closed or settled market stays as
 * it is.
 */
export function compare(
  { id, status, outcomes }: Offered,
  offer: MovedOffer,
  changes: Changes,
  named: Named = notNamed,
): void {
  if (status === 'closed' || status === 'settled') return
  if (status === 'suspended' || isNoted(named)) changes.statuses.push({ id, status: 'open', named })
  const left = new Map(outcomes)
  for (const { code, priceMilli, basePriceMilli } of offer.outcomes) {
    const outcome = left.get(code)
    left.delete(code)
    if (!outcome) changes.newOutcomes.push({ marketId: id, code, priceMilli, basePriceMilli })
    else if (
      outcome.priceMilli !== priceMilli ||
      outcome.basePriceMilli !== basePriceMilli ||
      !outcome.isOffered
    )
      changes.outcomes.push({ id: outcome.outcomeId, priceMilli, basePriceMilli, isOffered: true })
  }
  for (const { outcomeId, priceMilli, basePriceMilli, isOffered } of left.values())
    if (isOffered) changes.outcomes.push({ id: outcomeId, priceMilli, basePriceMilli, isOffered: false })
}

export const isNoted = ({ version, by }: Named): boolean => version !== null || by !== null

export async function writeChanges(
  tx: Tx,
  { markets, statuses, newOutcomes, outcomes }: Changes,
): Promise<void> {
  if (statuses.length > 0) {
    await queries.updateMarketStatuses(tx, {
      ids: statuses.map(({ id }) => id),
      statuses: statuses.map(({ status }) => status),
      namedVersions: statuses.map(({ named }) => named.version),
      namedBy: statuses.map(({ named }) => named.by),
    })
  }
  const added = [...newOutcomes, ...(await openMarkets(tx, markets))]
  if (added.length > 0) {
    await queries.insertOutcomes(tx, {
      marketIds: added.map(({ marketId }) => marketId),
      codes: added.map(({ code }) => code),
      prices: added.map(({ priceMilli }) => priceMilli),
      unmoved: added.map(({ basePriceMilli }) => basePriceMilli),
    })
  }
  if (outcomes.length > 0) {
    await queries.updateOutcomes(tx, {
      ids: outcomes.map(({ id }) => id),
      prices: outcomes.map(({ priceMilli }) => priceMilli),
      unmoved: outcomes.map(({ basePriceMilli }) => basePriceMilli),
      offered: outcomes.map(({ isOffered }) => isOffered),
    })
  }
}

/** Writes new markets; returns the outcomes to write with them. */
async function openMarkets(tx: Tx, markets: readonly NewMarket[]): Promise<Changes['newOutcomes']> {
  if (markets.length === 0) return []
  const rows = await queries.insertMarkets(tx, {
    fixtureIds: markets.map(({ fixtureId }) => fixtureId),
    types: markets.map(({ offer }) => offer.type),
    periods: markets.map(({ offer }) => offer.period),
    lines: markets.map(({ offer }) => offer.lineQuarters),
    sides: markets.map(({ offer }) => offer.side),
    namedVersions: markets.map(({ named }) => named.version ?? 0),
    namedBy: markets.map(({ named }) => named.by),
  })
  const ids = new Map(rows.map((row) => [`${row.fixtureId}/${marketKey(row)}`, row.id]))
  return markets.flatMap(({ fixtureId, offer }) => {
    const marketId = present(ids.get(`${fixtureId}/${marketKey(offer)}`), 'a new market')
    return offer.outcomes.map((outcome) => ({ marketId, ...outcome }))
  })
}

/** A market as last offered. */
export type Offered = {
  id: number
  status: OfferedRow['status']
  namedVersion: number
  namedBy: OfferedRow['namedBy']
  outcomes: Map<string, OfferedRow>
}

/** A market as offered after price moves; with the base price only if it differs. */
type MovedOffer = MarketKey & {
  outcomes: { code: string; priceMilli: number; basePriceMilli: number | null }[]
}

/** The offer of a match after the price moves by its bets, with the prices that operators hold by hand. */
export function movedOffers(
  offers: readonly Offer[],
  before: ReadonlyMap<string, Offered> = new Map(),
): MovedOffer[] {
  const movable = offers.map((offer) => {
    const known = before.get(marketKey(offer))?.outcomes
    const outcomes = offer.outcomes.map((one) => ({
      ...one,
      shortenedBps: known?.get(one.code)?.shortenedBps ?? 0,
      handMilli: known?.get(one.code)?.handMilli ?? null,
    }))
    return { ...offer, outcomes }
  })
  return movePrices(movable).map(({ market, pricesMilli }) => ({
    ...market,
    outcomes: market.outcomes.map(({ code, priceMilli: unmoved, handMilli }, at) => {
      const priceMilli = handMilli ?? pricesMilli[at] ?? unmoved
      return { code, priceMilli, basePriceMilli: priceMilli === unmoved ? null : unmoved }
    }),
  }))
}

/** Writes the prices of these locked fixtures that differ by now from moves and prices by hand. Returns whether any did. */
export async function reprice(tx: Tx, fixtureIds: readonly number[]): Promise<boolean> {
  const changes = noChanges()
  for (const before of offeredMarkets(await queries.selectOffered(tx, fixtureIds)).values()) {
    for (const offer of movedOffers(unmovedOffers(before), before)) {
      const market = before.get(marketKey(offer))
      if (market) compare(market, offer, changes)
    }
  }
  if (changes.outcomes.length === 0) return false
  await writeChanges(tx, changes)
  return true
}

/** The open markets of a match at base prices, if a price was moved; else empty. */
export function unmovedOffers(before: ReadonlyMap<string, Offered>): Offer[] {
  const rows = [...before.values()]
  const hasMoved = rows.some(({ outcomes }) => [...outcomes.values()].some(wasMoved))
  if (!hasMoved) return []
  return rows.flatMap(({ status, outcomes }) => {
    const [first] = outcomes.values()
    if (!first || status !== 'open') return []
    const { type, period, lineQuarters, side } = first
    const offered = [...outcomes.values()].filter(({ isOffered }) => isOffered)
    return [
      {
        type,
        period,
        lineQuarters,
        side,
        outcomes: offered.map(({ code, priceMilli, basePriceMilli }) => ({
          code,
          priceMilli: basePriceMilli ?? priceMilli,
        })),
      },
    ]
  })
}

const wasMoved = ({ shortenedBps, basePriceMilli }: OfferedRow): boolean =>
  shortenedBps > 0 || basePriceMilli !== null
