import { Icon } from '@palpite/ui'
import { useReturnShare } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import type { GameTerms } from './use-game.ts'

/** Shows that rounds are verifiable and the game's return; opens a player's seeds. */
export function FairnessChip({ terms }: { terms: GameTerms }) {
  const t = useText()
  const returnShare = useReturnShare()
  const isLoggedIn = useIsLoggedIn()
  const line = (
    <>
      <Icon name="shield-check-fill" className="size-18 text-win" />
      {t('games.fairness.chip', { share: returnShare(terms) })}
    </>
  )
  const look = 'flex min-h-(--tap) flex-wrap items-center justify-center gap-x-6 text-12 text-text-2'
  // A visitor has no seeds.
  if (!isLoggedIn) return <p className={look}>{line}</p>
  return (
    <button
      type="button"
      onClick={() => openOverlay('fairness', { game: terms.game })}
      className={`${look} cursor-pointer hover:text-text`}
    >
      {line}
      <span className="underline">{t('games.fairness.open')}</span>
    </button>
  )
}
