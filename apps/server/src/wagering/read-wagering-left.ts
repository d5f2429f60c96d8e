import { readBalances } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { bonusLeft, ofBonusAlone, type RemainingWagering, remainingWagering } from './rules.ts'
import {
  readExempt,
  readWagering,
  withdrawableOnceMet,
  openRequirements,
  type Requirement,
} from './wagering-batch.ts'

/** The remaining wagering of a player over all open requirements. */
export type WageringLeft = RemainingWagering & {
  /** The most that becomes cash once all is wagered. */
  bonusGrantCents: number
  /** When the next of these bonuses expires. */
  bonusExpiresAt: Date | null
}

/** The remaining wagering of these players, for display. Own money counts only where it bounds a withdrawal now. */
export async function readWageringLeft(
  sql: Sql,
  policy: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, WageringLeft>> {
  const wagering = await readWagering(sql, policy, playerIds)
  const exempt = await readExempt(sql, wagering)
  return new Map(
    playerIds.map((playerId) => {
      const { open, progress } = openRequirements(wagering, playerId)
      const way = remainingWagering(open, progress)
      return [playerId, { ...(exempt.has(playerId) ? ofBonusAlone(way) : way), ...bonusesOf(open) }]
    }),
  )
}

/** What the open requirements of one player may bring as cash, and until when. */
function bonusesOf(open: readonly Requirement[]): Omit<WageringLeft, keyof RemainingWagering> {
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
  return {
    bonusGrantCents: sum(open.map(({ bonusGrantCents }) => bonusGrantCents)),
    bonusExpiresAt: firstOf(open.flatMap((one) => (one.bonusGrantCents > 0 ? (one.expiresAt ?? []) : []))),
  }
}

const firstOf = (moments: readonly Date[]): Date | null =>
  moments.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null

/** An open bonus: its source, its amount, and the remaining contribution. */
export type OpenBonus = { source: string; grantCents: number; wagerCents: number; leftCents: number }

/** Open bonuses of these players, oldest first. */
export async function readOpenBonuses(
  sql: Sql,
  policy: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, OpenBonus[]>> {
  const wagering = await readWagering(sql, policy, playerIds)
  return new Map(
    playerIds.map((playerId) => {
      const { open, progress } = openRequirements(wagering, playerId)
      const withBonus = open.filter(
        ({ bonusGrantCents, bonusCents }) => bonusGrantCents > 0 && bonusCents > 0,
      )
      return [
        playerId,
        withBonus.map((one) => ({
          source: one.source,
          grantCents: one.bonusGrantCents,
          wagerCents: one.bonusCents,
          leftCents: bonusLeft(one, progress),
        })),
      ]
    }),
  )
}

/**
 * Cents these players may withdraw now, for display. A withdrawal decides anew, with the accounts locked, by the
 * same rules: met requirements count as closed, and the bonus they free as cash.
 */
export async function readWithdrawable(
  sql: Sql,
  policy: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const [balances, wagering] = await Promise.all([
    readBalances(sql, playerIds),
    readWagering(sql, policy, playerIds),
  ])
  const bounds = { wagering, exempt: await readExempt(sql, wagering) }
  return new Map([...balances].map(([id, own]) => [id, withdrawableOnceMet(bounds, id, own)]))
}
