import { present } from '../../platform/assert.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Sql } from '../../platform/db/index.ts'
import { type Place, walkBack } from '../../platform/walk-back.ts'
import { type BetsWanted, selectBetOwner, selectBetsWithin } from './find-queries.ts'
import { judgeReceipt } from './judge-receipt.ts'
import { selectBets, selectLegs } from './queries.ts'
import { readReceipt } from './read-receipt.ts'
import { toWireBet, type WireBet } from './wire-bet.ts'

/** Limit of rows that one page scans; its last window may exceed it. */
const MAX_SCANNED = 20_000

export type FoundBets = { bets: { id: number; playerId: number; bet: WireBet }[]; next: Place | null }

type Wanted = BetsWanted & { fromMicros: number; before: Place; max: number }

/** A page of the bets of all players, the newest first, and where the next one begins. For operators. */
export async function findBets(sql: Sql, { fromMicros, before, max, ...by }: Wanted): Promise<FoundBets> {
  const { rows, next } = await walkBack(
    { fromMicros, before, max, maxScanned: MAX_SCANNED },
    async (window, most) => {
      const found = await selectBetsWithin(sql, window, { ...by, max: most })
      const places = found.flatMap(({ id, atMicros }) =>
        id === null || atMicros === null ? [] : [{ id, atMicros }],
      )
      return { rows: places, scanned: found[0]?.looked ?? 0 }
    },
  )
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

/** A bet of any player, and whether each point of its receipt holds; nothing where there is none. For operators. */
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
