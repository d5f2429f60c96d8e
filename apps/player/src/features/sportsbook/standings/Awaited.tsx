import { ErrorCard, Skeleton } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'

type Props = { hasData: boolean; isError: boolean; refetch: () => Promise<unknown> }

/** The placeholder of a table: loading or failed. */
export function Awaited({ hasData, isError, refetch }: Props) {
  const t = useText()
  if (hasData) return null
  if (isError) {
    return (
      <ErrorCard
        title={t('app.section.failed')}
        retryLabel={t('app.section.retry')}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div aria-busy="true">
      <Skeleton className="h-110 rounded-11" />
    </div>
  )
}
