import type { UserInfo } from '../../../shared/session.ts'

/** What is wagered: own money before it may leave, a bonus before it becomes cash. */
export type WageringPart = 'own' | 'bonus'

type Wagering = Pick<
  UserInfo['wagering'],
  'ownLeftCents' | 'ownTotalCents' | 'bonusLeftCents' | 'bonusTotalCents'
>

/** Those of these parts of which something is left, with how much of how much. */
export const openParts = (wagering: Wagering, parts: readonly WageringPart[]) => {
  const { ownLeftCents, ownTotalCents, bonusLeftCents, bonusTotalCents } = wagering
  return [
    { part: 'own' as const, leftCents: ownLeftCents, totalCents: ownTotalCents },
    { part: 'bonus' as const, leftCents: bonusLeftCents, totalCents: bonusTotalCents },
  ].filter(({ part, leftCents }) => parts.includes(part) && leftCents > 0)
}

/** What of a stake of own money counts for the bonus, in whole cents; a share is in hundredths of a percent. */
export const countedCents = (shareBps: number, stakeCents: number): number =>
  Math.floor((stakeCents * shareBps) / 10_000)
