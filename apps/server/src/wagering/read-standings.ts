import type { Sql } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { leftOf, mainLeft, type Progress } from './rules.ts'
import { openRequirements, readWagering, type Requirement } from './wagering-batch.ts'

/** What a player still has to wager, in all open requirements. */
export type WageringStanding = {
  /** Of own money: left, and of how much. */
  ownLeftCents: number
  ownTotalCents: number
  /** Of bonuses, in stakes as they count: left, and of how much. */
  bonusLeftCents: number
  bonusTotalCents: number
  /** The most that becomes cash once all is wagered. */
  bonusGrantCents: number
  /** When the next of those bonuses ends, unless it is wagered before. */
  bonusExpiresAt: Date | null
  /** How much of its contribution a stake has now: less than 1 where a bonus is wagered less often. */
  contributionFactor: number
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
  const { contributedE4 } = progress
  const withBonus = open.filter(({ bonus }) => leftOf(bonus, contributedE4) > 0)
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
  return {
    ownLeftCents: mainLeft(open, progress),
    ownTotalCents: sum(open.map(({ main }) => main.until - main.from)),
    bonusLeftCents: sum(withBonus.map((one) => bonusLeftCents(one, contributedE4))),
    bonusTotalCents: sum(withBonus.map(({ bonusCents }) => bonusCents)),
    bonusGrantCents: sum(open.map(({ bonusGrantCents }) => bonusGrantCents)),
    bonusExpiresAt: firstOf(open.flatMap((one) => (one.bonusGrantCents > 0 ? (one.expiresAt ?? []) : []))),
    contributionFactor: factorOf(withBonus[0]),
  }
}

const firstOf = (moments: readonly Date[]): Date | null =>
  moments.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null

/** In the cents that the player was told; what is begun counts as a whole cent. */
const bonusLeftCents = (one: Requirement, contributedE4: number): number =>
  Math.ceil((leftOf(one.bonus, contributedE4) * one.bonusCents) / (one.bonus.until - one.bonus.from))

function factorOf(oldest: Requirement | undefined): number {
  if (!oldest) return 1
  const { bonusCents, bonus } = oldest
  return (bonusCents * 10_000) / (bonus.until - bonus.from)
}

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
          leftCents: bonusLeftCents(one, progress.contributedE4),
        })),
      ]
    }),
  )
}
