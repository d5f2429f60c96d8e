import type { UserInfo } from '../../../shared/session.ts'
import type { TextKey } from '../../../shared/text/keys.ts'

/** What is wagered: own money before it may leave, a bonus before it becomes cash. */
export type WageringPart = 'own' | 'bonus'

type Wagering = Pick<
  UserInfo['wagering'],
  'ownLeftCents' | 'ownTotalCents' | 'bonusLeftCents' | 'bonusTotalCents' | 'isBonusAfter'
>

/** Those of these parts of which something is left, with how much of how much. */
export const openParts = (wagering: Wagering, parts: readonly WageringPart[]) => {
  const { ownLeftCents, ownTotalCents, bonusLeftCents, bonusTotalCents } = wagering
  return [
    { part: 'own' as const, leftCents: ownLeftCents, totalCents: ownTotalCents },
    { part: 'bonus' as const, leftCents: bonusLeftCents, totalCents: bonusTotalCents },
  ].filter(({ part, leftCents }) => parts.includes(part) && leftCents > 0)
}

/** What is said of a part: the last bonus follows on the own money that is still to be wagered, or is on the way to it. */
export function titleOf(part: WageringPart, { isBonusAfter }: Wagering): TextKey {
  if (part === 'own') return 'wallet.wagering.own'
  return isBonusAfter ? 'wallet.wagering.bonusAfter' : 'wallet.wagering.bonus'
}
