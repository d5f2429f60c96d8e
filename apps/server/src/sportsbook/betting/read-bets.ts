import type { Sql } from '../../platform/db/index.ts'
import { type BetFilter, selectBets, selectLegs, selectPage, selectScannedTo } from './queries.ts'
import { selectSettledAs } from './find-queries.ts'
import { REFUNDED, toWireBet, type WireBet } from './wire-bet.ts'

const PAGE = 20
/** Bets that one call looks at: some tens of milliseconds, however many bets a player has. */
const MAX_SCANNED = 5000
/** Above every id: the start of the list. */
const NEWEST = Number.MAX_SAFE_INTEGER

/** What bets are looked for by, as it stands in an address. */
type Asked = {
  status?: BetFilter | undefined
  days?: string | undefined
  from?: string | undefined
  until?: string | undefined
  sport?: string | undefined
  fromOddsMilli?: string | undefined
  belowOddsMilli?: string | undefined
  /** Before this bet: where an earlier page ended. */
  before?: number | undefined
}

/**
 * A page of the player's bets, newest first, and where the next one begins. A search that has looked at its most ends there:
 * its page is shorter or empty, and the next one goes on.
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

/** One bet of this player; somebody else's is as absent as one that does not exist. */
export async function readBet(sql: Sql, playerId: number, betId: number): Promise<WireBet | undefined> {
  const [bet] = await selectBets(sql, [betId], playerId)
  return bet && toWireBet(bet, await selectLegs(sql, [betId]))
}

/**
 * Which settlements of these bets gave the stake back, as `bet/settlement`: the keys of their transfers name both. One that was corrected
 * later is among them.
 */
export async function readRefunds(sql: Sql, ids: readonly number[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await selectSettledAs(sql, ids, REFUNDED)
  return new Set(rows.map(({ betId, times }) => `${betId}/${times}`))
}

/** These bets, newest first. */
export async function readWireBets(sql: Sql, ids: readonly number[]): Promise<WireBet[]> {
  if (ids.length === 0) return []
  const bets = await selectBets(sql, ids)
  const legs = Map.groupBy(await selectLegs(sql, ids), ({ betId }) => betId)
  return bets.map((bet) => toWireBet(bet, legs.get(bet.id) ?? []))
}
