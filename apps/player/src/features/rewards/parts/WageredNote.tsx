import { cx } from '@palpite/ui'
import type { ReactNode } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useCountedShares } from '../../../shared/use-counted-shares.ts'

type Props = {
  /** How often it is wagered; as rewards are in general where it is not known of this one. */
  times?: number
  /** What is said before it, in the same paragraph. */
  children?: ReactNode
  className?: string
}

/** That what is won comes as a bonus, how often it is wagered with own money, in how many days, and how much of which stakes counts. */
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
