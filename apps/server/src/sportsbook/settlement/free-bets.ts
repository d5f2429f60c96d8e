import type { Tx } from '../../platform/db/index.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { readEndedGrants, readWagering, type WageringBatch, writeWagering } from '../../wagering/index.ts'
import { type FreeBet, readFreeBets } from '../betting/free-bets.ts'
import { updateHolders } from '../betting/promotion-queries.ts'
import type { UnsettledBet } from './current-bet-queries.ts'
import { type BetChange, isVoid } from './rules.ts'

/** Terms of a free bet's profit: the grant terms, and how often it must be wagered. */
export type FreeBetTerms = { terms: CompliancePolicy['terms']; bonusTimes: number }

/** Free bets of a list to settle, and the wagering requirements of their players; undefined if there are none. */
export type FreeState = {
  freeBets: ReadonlyMap<string, FreeBet>
  wagering: WageringBatch | undefined
  /** Bets whose profit was a bonus that ended unwagered: forfeited, expired or lost. */
  ended: ReadonlySet<number>
  bonusTimes: number
}

/** The source of the bonus grant that is a free bet's profit. */
export const FREE_BET = 'free_bet'

/** The source id of that grant: each settlement of a bet makes a new one. */
export const profitOf = (betId: number, settledTimes: number): string => `${betId}/${settledTimes}`

const betOf = (sourceId: string): number => Number(sourceId.split('/')[0])

/** Reads the free bets and wagering requirements of these bets. Locks needed: the players' accounts. */
export async function readFreeState(
  tx: Tx,
  { terms, bonusTimes }: FreeBetTerms,
  bets: readonly UnsettledBet[],
): Promise<FreeState> {
  const ids = bets.flatMap(({ freeBetId }) => freeBetId ?? [])
  if (ids.length === 0) return { freeBets: new Map(), wagering: undefined, ended: new Set(), bonusTimes }
  const own = bets.filter(({ freeBetId }) => freeBetId !== null)
  const playerIds = [...new Set(own.map(({ playerId }) => playerId))]
  const names = own.flatMap(({ id, settledTimes }) =>
    Array.from({ length: settledTimes }, (_, at) => profitOf(id, at + 1)),
  )
  const [freeBets, wagering, ended] = await Promise.all([
    readFreeBets(tx, ids, playerIds),
    readWagering(tx, { terms }, playerIds),
    names.length > 0 ? readEndedGrants(tx, { playerIds, source: FREE_BET, sourceIds: names }) : [],
  ])
  const isOver = new Set(ended.map(({ sourceId }) => betOf(sourceId)))
  return { freeBets, wagering, ended: isOver, bonusTimes }
}

/**
 * Whether a void bet returned its free bet, which was then used by another bet or revoked by an operator. The
 * bet then stays void: one free bet pays for one bet at most.
 */
export const isGoneElsewhere = ({ freeBets }: FreeState, { id, freeBetId }: UnsettledBet): boolean => {
  const free = freeBetId === null ? undefined : freeBets.get(freeBetId)
  if (!free) return false
  return free.isRevoked || (free.betId !== null && free.betId !== id)
}

/** Writes the wagering requirements, and which bets use their free bets now: a void bet returns its own. */
export async function writeFreeState(
  tx: Tx,
  { wagering }: FreeState,
  changes: readonly BetChange[],
): Promise<void> {
  if (!wagering) return
  const holders = changes.flatMap(({ bet: { id, freeBetId }, after }) =>
    freeBetId === null ? [] : [{ freeBetId, betId: after && isVoid(after) ? null : id }],
  )
  await Promise.all([writeWagering(tx, wagering), holders.length > 0 && updateHolders(tx, holders)])
}
