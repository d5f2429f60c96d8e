import type { UserInfo } from '../../../shared/session.ts'
import type { TextKey } from '../../../shared/text/keys.ts'

/** What is wagered: own money before a withdrawal, a bonus before it becomes cash. */
export type WageringPart = 'own' | 'bonus'

type Wagering = Pick<
  UserInfo['wagering'],
  'ownLeftCents' | 'ownTotalCents' | 'bonusLeftCents' | 'bonusTotalCents' | 'isBonusAfter'
>

/** The unfinished parts with progress and total. */
export const openParts = (wagering: Wagering, parts: readonly WageringPart[]) => {
  const { ownLeftCents, ownTotalCents, bonusLeftCents, bonusTotalCents } = wagering
  return [
    { part: 'own' as const, leftCents: ownLeftCents, totalCents: ownTotalCents },
    { part: 'bonus' as const, leftCents: bonusLeftCents, totalCents: bonusTotalCents },
  ].filter(({ part, leftCents }) => parts.includes(part) && leftCents > 0)
}

/** A part's text: the last bonus follows the own money still to be wagered, or is on the way to it. */
export function titleOf(part: WageringPart, { isBonusAfter }: Wagering): TextKey {
  if (part === 'own') return 'wallet.wagering.own'
  return isBonusAfter ? 'wallet.wagering.bonusAfter' : 'wallet.wagering.bonus'
}
