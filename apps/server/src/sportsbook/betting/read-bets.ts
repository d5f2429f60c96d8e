import type { Sql } from '../../platform/db/index.ts'
import { groupBy } from '../catalogue/index.ts'
import { type BetFilter, selectBets, selectLegs, selectPage } from './queries.ts'
import { toWireBet, type WireBet } from './wire-bet.ts'

const PAGE = 20
/** Above every id: the start of the list. */
const NEWEST = Number.MAX_SAFE_INTEGER

type BetSearch = {
  status?: BetFilter | undefined
  /** Placed within so many days. */
  days?: string | undefined
  before?: number | undefined
}

/** A page of the player's bets, newest first, and where the next one begins. */
export async function readBets(
  sql: Sql,
  playerId: number,
  { status, days, before = NEWEST }: BetSearch,
): Promise<{ bets: WireBet[]; next: number | null }> {
  const found = await selectPage(sql, playerId, {
    filter: status ?? null,
    days: days === undefined ? null : Number(days),
    before,
    max: PAGE + 1,
  })
  const ids = found.slice(0, PAGE).map(({ id }) => id)
  const bets = await readWireBets(sql, ids)
  return { bets, next: found.length > PAGE ? (ids.at(-1) ?? null) : null }
}

/** One bet of this player; somebody else's is as absent as one that does not exist. */
export async function readBet(sql: Sql, playerId: number, betId: number): Promise<WireBet | undefined> {
  const [bet] = await selectBets(sql, [betId], playerId)
  return bet && toWireBet(bet, await selectLegs(sql, [betId]))
}

/** These bets, newest first. */
export async function readWireBets(sql: Sql, ids: readonly number[]): Promise<WireBet[]> {
  if (ids.length === 0) return []
  const bets = await selectBets(sql, ids)
  const legs = groupBy(await selectLegs(sql, ids), ({ betId }) => betId)
  return bets.map((bet) => toWireBet(bet, legs.get(bet.id) ?? []))
}
