import { Avatar, cx } from '@palpite/ui'
import { useId } from 'react'
import { useCall } from '../api/use-call.ts'
import { hasLevels } from '../levels.ts'
import { openOverlay } from '../overlays.ts'
import { useText } from '../text/text.ts'
import { useUser } from '../use-user.ts'

type Props = {
  /** Hidden in favour of the title on the smallest phones: home and the tabs have it. */
  isSpare?: boolean
}

/** The player's avatar with VIP level and a dot for unread messages; opens the account menu. */
export function AccountButton({ isSpare }: Props) {
  const t = useText()
  const user = useUser()
  const { data: unread } = useCall('GET /api/app/messages/unread', { loading: false })
  const count = unread ? unread.result + unread.bonus + unread.cashier + unread.system : 0
  const id = useId()
  const level = user && hasLevels(user) ? user.level : undefined
  return (
    <button
      type="button"
      aria-label={level === undefined ? t('app.account.title') : t('app.account.open', { level })}
      aria-describedby={count > 0 ? id : undefined}
      onClick={() => openOverlay('accountMenu')}
      className={cx(
        'tap relative grid shrink-0 cursor-pointer place-items-center rounded-14 hover:bg-surface-3',
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
      {count > 0 && (
        <span id={id} className="absolute -end-2 -top-2 size-12 rounded-full bg-brand ring-2 ring-bg">
          <span className="sr-only">{t('app.menu.unread', { count })}</span>
        </span>
      )}
    </button>
  )
}
