import { ErrorCard, Skeleton } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'
import { WithdrawDesk } from './WithdrawDesk.tsx'

/** Money out: what may leave, how much, and where to. */
export function WithdrawForm() {
  const t = useText()
  const user = useUser()
  const { data, isError, refetch } = useCall(
    'GET /api/app/order/getWithdraw',
    { loading: false },
    { staleTime: 0 },
  )
  if (isError) {
    return (
      <ErrorCard
        title={t('app.section.failed')}
        retryLabel={t('app.section.retry')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data || !user) {
    return (
      <div className="grid gap-14">
        <Skeleton className="h-90" />
        <Skeleton className="h-54" />
        <Skeleton className="h-44" />
        <Skeleton className="h-120" />
      </div>
    )
  }
  return <WithdrawDesk limits={data} user={user} />
}
