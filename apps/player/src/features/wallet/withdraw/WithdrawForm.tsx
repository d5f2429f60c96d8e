import { ErrorCard, Skeleton } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { useText } from '../../../shared/text/text.ts'
import { usePolicy } from '../../../shared/use-policy.ts'
import { useUserState } from '../../../shared/use-user.ts'
import { WithdrawDesk } from './WithdrawDesk.tsx'

const RATE_EVERY_MS = 30_000

/** The withdrawal: withdrawable amount, amount, destination. */
export function WithdrawForm() {
  const t = useText()
  const { user, hasFailed, requestAgain } = useUserState()
  const lx = user?.lx
  const { data, isError, refetch } = useCall(
    'GET /api/app/order/getWithdraw',
    { loading: false },
    // A USDT rate lasts a minute: the shown one is refreshed earlier.
    { staleTime: 0, refetchInterval: lx === '20' ? RATE_EVERY_MS : false },
  )
  const policy = usePolicy()
  // The input survives a failed answer: the server decides anyway.
  if ((isError && !data) || hasFailed || policy.isError) {
    return (
      <ErrorCard
        title={t('app.section.failed')}
        retryLabel={t('app.section.retry')}
        onRetry={() => {
          if (hasFailed) requestAgain()
          if (isError) void refetch()
          if (policy.isError) void policy.refetch()
        }}
      />
    )
  }
  if (!data || !user || !policy.data) {
    return (
      <div className="grid gap-14">
        <Skeleton className="h-90" />
        <Skeleton className="h-54" />
        <Skeleton className="h-44" />
        <Skeleton className="h-120" />
      </div>
    )
  }
  return <WithdrawDesk limits={data} user={user} policy={policy.data} />
}
