import { Avatar, cx } from '@palpite/ui'
import { hasLevels } from '../levels.ts'
import { openOverlay } from '../overlays.ts'
import { useText } from '../text/text.ts'
import { useUser } from '../use-user.ts'

type Props = {
  /** Gives way to the title on the smallest phones: home and the tabs have it. */
  isSpare?: boolean
  /** Something else stands in its place on a phone. */
  isOnDeskOnly?: boolean
}

/** The player's avatar, with the VIP level on it where there are levels; opens the account menu. */
export function AccountButton({ isSpare, isOnDeskOnly }: Props) {
  const t = useText()
  const user = useUser()
  const level = user && hasLevels(user) ? user.level : undefined
  return (
    <button
      type="button"
      aria-label={level === undefined ? t('app.account.title') : t('app.account.open', { level })}
      onClick={() => openOverlay('accountMenu')}
      className={cx(
        'tap relative shrink-0 cursor-pointer place-items-center rounded-14 hover:bg-surface-3 wide:grid',
        isOnDeskOnly ? 'hidden' : 'grid',
        isSpare && 'narrow:hidden',
      )}
    >
      <Avatar index={user?.header ?? 0} className="size-38 rounded-11" />
      {level !== undefined && (
        <span
          aria-hidden="true"
          className="absolute -end-3 -bottom-1 grid min-h-16 min-w-16 place-items-center rounded-6 bg-play-fill px-3 text-10 font-800 text-on-play ring-bg"
        >
          {level}
        </span>
      )}
    </button>
  )
}
