import { cx } from '@palpite/ui'
import type { ReactNode } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useCountedShares } from '../../../shared/use-counted-shares.ts'

type Props = {
  /** The wagering multiple; the general one if unknown. */
  times?: number
  /** A text before it in the same paragraph. */
  children?: ReactNode
  className?: string
}

/** States that a reward is a bonus, its wagering multiple and deadline, and which stakes count. */
export function WageredNote({ times, children, className }: Props) {
  const t = useText()
  const rules = useCall('GET /api/app/rewards/rules', { loading: false })
  const wageredTimes = times ?? rules.data?.wageredTimes
  const days = useCountedShares()?.bonusDays
  return (
    <div className={cx('grid gap-6 text-13 text-text-2', className)}>
      <p>
        {children} {wageredTimes !== undefined && t('rewards.claim.wagered', { times: wageredTimes })}{' '}
        {days !== undefined && t('app.wagering.days', { days })}
      </p>
      <CountedShares only="shares" />
    </div>
  )
}
