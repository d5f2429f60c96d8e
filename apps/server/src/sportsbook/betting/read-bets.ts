import { cents } from '@palpite/money'
import { multipleReturn, priceMilli } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import {
  type BetFilter,
  selectBets,
  selectLegs,
  selectPage,
  selectScannedTo,
  type BetRow,
  type RequestedLegRow,
  selectRequestedLegs,
  type ReturnedRow,
  selectReturned,
  type BetsWanted,
  selectBetOwner,
  selectBetsWithin,
} from './bet-queries.ts'
import { toWireBet, type WireBet } from './wire-bet.ts'
import { present } from '../../platform/errors.ts'
import { type BetRequest, type PlaceBet, requestName } from './bet-request.ts'
import { selectEarlier } from './queries.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Place, stepBack, scannedOf, type TimeWindow, walkBack } from '../../platform/paging.ts'
import { judgeReceipt, readReceipt, promiseText } from './receipts.ts'
import type { Receipt } from './receipt-queries.ts'

const PAGE = 20
/** Bets scanned by one call: some tens of milliseconds, however many bets a player has. */
const MAX_SCANNED = 5000
/** Above every id: the start of the list. */
const NEWEST = Number.MAX_SAFE_INTEGER

/** Search criteria for bets, as in the URL. */
type Asked = {
  status?: BetFilter | undefined
  days?: string | undefined
  from?: string | undefined
  until?: string | undefined
  sport?: string | undefined
  fromOddsMilli?: string | undefined
  belowOddsMilli?: string | undefined
  /** Before this bet: where the previous page ended. */
  before?: number | undefined
}

/**
 * A page of the player's bets, newest first, and where the next one starts. A search ends at its scan limit: its page
 * is shorter or empty, and the next one continues.
 */
export async function readBets(
  sql: Sql,
  playerId: number,
  asked: Asked,
): Promise<{ bets: WireBet[]; next: number | null }> {
  const { status = null, from = null, until = null, sport = null, before = NEWEST } = asked
  const within = { days: numberOf(asked.days), from, until, before }
  const scannedTo = await selectScannedTo(sql, playerId, { ...within, maxScanned: MAX_SCANNED })
  const found = await selectPage(sql, playerId, {
    ...within,
    status,
    sport,
    fromOddsMilli: numberOf(asked.fromOddsMilli),
    belowOddsMilli: numberOf(asked.belowOddsMilli),
    scannedTo: scannedTo ?? 0,
    max: PAGE + 1,
  })
  const ids = found.slice(0, PAGE).map(({ id }) => id)
  const bets = await readWireBets(sql, ids)
  return { bets, next: found.length > PAGE ? (ids.at(-1) ?? null) : scannedTo }
}

const numberOf = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

/** One bet of this player; another player's is not found, like one that does not exist. */
export async function readBet(sql: Sql, playerId: number, betId: number): Promise<WireBet | undefined> {
  const [bet] = await selectBets(sql, [betId], playerId)
  return bet && toWireBet(bet, await selectLegs(sql, [betId]))
}

/** What a settlement returned, and how much of that is refunded stake. */
export type Returned = { returnCents: number; refundCents: number }

/**
 * The return of each settlement of these bets, by `bet/settlement`, the ids in the keys of their transfers. Includes
 * settlements corrected later. Stake is refunded by a void bet, by the void half of a quarter line, and by
 * combinations whose legs are all void.
 */
export async function readReturned(sql: Sql, ids: readonly number[]): Promise<ReadonlyMap<string, Returned>> {
  const rows = ids.length === 0 ? [] : await selectReturned(sql, ids)
  return new Map(
    rows.map((row) => [
      `${row.betId}/${row.times}`,
      { returnCents: row.returnCents, refundCents: Math.min(row.returnCents, refundOf(row)) },
    ]),
  )
}

/** What the bet would return counting only refunded legs: that is no prize. */
function refundOf({ resolutions, unitStakeCents, folds, isEachWay, bankers, prices }: ReturnedRow): number {
  const legs = prices.map((price, at) => ({
    priceMilli: priceMilli(price),
    banker: bankers[at] === true,
    resolution: { won: 0, refunded: resolutions[3 * at + 1] ?? 0, of: resolutions[3 * at + 2] ?? 1 },
  }))
  return multipleReturn({ unitStakeCents: cents(unitStakeCents), folds, isEachWay, legs }) ?? 0
}

/** These bets, newest first. */
export async function readWireBets(sql: Sql, ids: readonly number[]): Promise<WireBet[]> {
  if (ids.length === 0) return []
  const bets = await selectBets(sql, ids)
  const legs = Map.groupBy(await selectLegs(sql, ids), ({ betId }) => betId)
  return bets.map((bet) => toWireBet(bet, legs.get(bet.id) ?? []))
}

/** Bets placed earlier, by `requestName`: the request, and their displayed form. */
export type EarlierBets = ReadonlyMap<
  string,
  { request: BetRequest & { isOffered: boolean }; shown: WireBet }
>

/** The earlier bets of these requests; requests without one are omitted. */
export async function readEarlierBets(
  sql: Sql,
  requests: readonly Pick<PlaceBet, 'playerId' | 'requestId'>[],
): Promise<EarlierBets> {
  const earlier = await selectEarlier(
    sql,
    requests.map(({ playerId }) => playerId),
    requests.map(({ requestId }) => requestId),
  )
  if (earlier.length === 0) return new Map()
  const ids = earlier.map(({ id }) => id)
  const rows = new Map((await selectBets(sql, ids)).map((row) => [row.id, row]))
  const legs = Map.groupBy(await selectRequestedLegs(sql, ids), ({ betId }) => betId)
  const shown = new Map((await readWireBets(sql, ids)).map((bet) => [Number(bet.betId), bet]))
  return new Map(
    earlier.map((one) => [
      requestName(one),
      {
        request: requestOf(
          present(rows.get(one.id), 'a bet'),
          present(legs.get(one.id), 'the legs of a bet'),
        ),
        shown: present(shown.get(one.id), 'a bet to show'),
      },
    ]),
  )
}

const requestOf = (
  { unitStakeCents, folds, isEachWay, accept, withinBps, freeBetId, boost, isOffered }: BetRow,
  legs: readonly RequestedLegRow[],
): BetRequest & { isOffered: boolean } => ({
  isOffered,
  unitStakeCents,
  folds,
  isEachWay,
  accept,
  withinBps: withinBps ?? undefined,
  freeBetId: freeBetId ?? undefined,
  priceBoostId: boost?.kind === 'price' ? boost.boostId : undefined,
  legs: legs.map(({ outcomeId, priceMilli, isBanker, minPriceMilli }) => ({
    outcomeId,
    priceMilli,
    isBanker,
    minPriceMilli: minPriceMilli ?? undefined,
  })),
})

/** Limit of rows that one page scans; its last window may exceed it. */
const MAX_BETS_SCANNED = 20_000

type FoundBets = { bets: { id: number; playerId: number; bet: WireBet }[]; next: Place | null }

type Wanted = BetsWanted & { fromMicros: number; untilMicros: number; before: Place; max: number }

/** A page of the bets of all players, newest first, and where the next one starts. For operators. */
export async function findBets(
  sql: Sql,
  { fromMicros, untilMicros, before, max, ...by }: Wanted,
): Promise<FoundBets> {
  const bounds = { maxScanned: MAX_BETS_SCANNED, max }
  const read = async (window: TimeWindow, most: number, beforeId: number) => {
    const found = await selectBetsWithin(sql, window, { ...by, ...bounds, max: most, beforeId })
    const places = found.flatMap(({ id, atMicros }) =>
      id === null || atMicros === null ? [] : [{ id, atMicros }],
    )
    return { rows: places, ...scannedOf(found[0]) }
  }
  const { rows, next } =
    by.playerId === null && by.fixtureId === null
      ? await walkBack({ fromMicros, before, ...bounds }, (window, most) => read(window, most, NEWEST))
      : await stepBack({ fromMicros, untilMicros, before, ...bounds }, read)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { bets: [], next }
  const [bets, legs] = await Promise.all([selectBets(sql, ids), selectLegs(sql, ids)])
  const byId = new Map(bets.map((bet) => [bet.id, bet]))
  const legsOf = Map.groupBy(legs, ({ betId }) => betId)
  const shown = ids.map((id) => {
    const bet = present(byId.get(id), `bet ${id}`)
    return { id, playerId: bet.playerId, bet: toWireBet(bet, legsOf.get(id) ?? []) }
  })
  return { bets: shown, next }
}

/** A bet of any player, and whether each check of its receipt passes; undefined if it does not exist. For operators. */
export async function findBet(
  deps: Pick<Deps, 'config'>,
  sql: Sql,
  betId: number,
): Promise<{ playerId: number; bet: WireBet; isReceiptRight: boolean } | undefined> {
  const [owner] = await selectBetOwner(sql, betId)
  if (!owner) return undefined
  const [bets, legs] = await Promise.all([selectBets(sql, [betId]), selectLegs(sql, [betId])])
  const stored = await readReceipt({ ...deps, db: sql }, betId)
  const points = stored ? judgeReceipt(stored.receipt, stored.isSigned) : []
  const bet = toWireBet(present(bets[0], `bet ${betId}`), legs)
  return { ...owner, bet, isReceiptRight: points.length > 0 && points.every(({ holds }) => holds) }
}

/** A bet as accepted and as it is now, line by line, and whether every check of its receipt passes. */
export async function replayBet(
  deps: Pick<Deps, 'db' | 'config'>,
  betId: number,
): Promise<{ lines: string[]; holds: boolean } | undefined> {
  const stored = await readReceipt(deps, betId)
  const bet = stored && (await readBet(deps.db, stored.receipt.playerId, betId))
  if (!stored || !bet) return undefined
  const { receipt, isSigned } = stored
  const points = judgeReceipt(receipt, isSigned)
  const holds = points.every((point) => point.holds)
  const legs = receipt.legs.map(({ outcomeId, ...leg }, place) => {
    const seen = leg.standing === null ? 'before the start' : `in play at ${leg.standing}`
    const least = leg.minPriceMilli === null ? '' : `, no less than ${leg.minPriceMilli}`
    const banker = leg.isBanker ? ', banker' : ''
    return `  ${nameOf(bet.legs[place])}${banker}: shown ${leg.requestedPriceMilli}${least}, accepted ${leg.priceMilli} (version ${leg.priceVersion} of outcome ${outcomeId}), ${seen}`
  })
  return {
    holds,
    lines: [
      `Bet ${betId} of player ${receipt.playerId}, request ${receipt.requestId}, accepted at ${receipt.placedAt.toISOString()}`,
      `  ${receipt.unitStakeCents} on each combination of ${foldsOf(receipt)}, ${receipt.stakeCents} of at most ${receipt.maxStakeCents} cents, to return ${receipt.potentialReturnCents}; rule ${ruleOf(receipt)}; waited ${receipt.delayMs} ms${receipt.isOffered ? '; took up an offer' : ''}${receipt.freeBetId === null ? '' : `; free bet ${receipt.freeBetId}`}${promisedOf(receipt)}`,
      ...legs,
      `  now ${bet.status}, result ${bet.result}, returned ${bet.returnCents ?? 'nothing yet'}`,
      ...points.map(({ what, holds: isSo }) => `  ${isSo ? 'holds' : 'FAILS'}: ${what}`),
      holds ? 'The bet was accepted as its receipt says.' : 'The receipt does not hold.',
    ],
  }
}

const foldsOf = ({ folds, isEachWay }: Receipt): string => `${folds.join('+')}${isEachWay ? ' each way' : ''}`

const promisedOf = ({ promises }: Receipt): string => {
  const promised = promises ? promiseText(promises) : ''
  return promised === '' ? '' : `; promised ${promised}`
}

const ruleOf = ({ accept, withinBps }: Receipt): string =>
  withinBps === null ? accept : `${accept} ${withinBps / 100} %`

const nameOf = (leg: WireBet['legs'][number] | undefined) =>
  leg
    ? `${leg.title ?? `${leg.home} x ${leg.away}`}, ${(leg.selections ?? [leg]).map(pickOf).join(' and ')}`
    : 'a leg'

const pickOf = ({
  marketType,
  lineQuarters,
  side,
  code,
}: Pick<WireBet['legs'][number], 'marketType' | 'lineQuarters' | 'side' | 'code'>) =>
  [marketType, side, lineQuarters === null ? null : lineQuarters / 4, code]
    .filter((part) => part !== null)
    .join(' ')
