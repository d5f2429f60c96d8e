import type { Sql } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { bonusLeft, type Progress, type WayLeft, wayLeft } from './rules.ts'
import { openRequirements, readWagering, type Requirement } from './wagering-batch.ts'

/** What a player still has to wager, in all open requirements. */
export type WageringStanding = WayLeft & {
  /** The most that becomes cash once all is wagered. */
  bonusGrantCents: number
  /** When the next of those bonuses ends, unless it is wagered before. */
  bonusExpiresAt: Date | null
}

/** What these players still have to wager, for showing. */
export async function readWageringStandings(
  sql: Sql,
  policy: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, WageringStanding>> {
  const wagering = await readWagering(sql, policy, playerIds)
  return new Map(
    playerIds.map((playerId) => {
      const { open, progress } = openRequirements(wagering, playerId)
      return [playerId, standingOf(open, progress)]
    }),
  )
}

/** The same of one player's open requirements, oldest first. */
function standingOf(open: readonly Requirement[], progress: Progress): WageringStanding {
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
  return {
    ...wayLeft(open, progress),
    bonusGrantCents: sum(open.map(({ bonusGrantCents }) => bonusGrantCents)),
    bonusExpiresAt: firstOf(open.flatMap((one) => (one.bonusGrantCents > 0 ? (one.expiresAt ?? []) : []))),
  }
}

const firstOf = (moments: readonly Date[]): Date | null =>
  moments.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null

/** A bonus that is being wagered: by what it was granted, how much, and how much is left to stake as stakes count. */
export type OpenBonus = { source: string; grantCents: number; wagerCents: number; leftCents: number }

/** The bonuses that these players are wagering, oldest first. */
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
