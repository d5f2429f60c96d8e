import { ErrorCard, Skeleton } from '@palpite/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/text/text.ts'

type Props<D> = {
  query: Pick<UseQueryResult<D>, 'data' | 'isError'> & { refetch: () => Promise<unknown> }
  /** Heights of what stands in until the answer is there, in design pixels. */
  skeleton: readonly string[]
  children: (data: D) => ReactNode
}

/** What a call answered, once it did: until then its outline, and a way to ask again where it failed. */
export function Loaded<D>({ query: { data, isError, refetch }, skeleton, children }: Props<D>) {
  const t = useText()
  if (data !== undefined) return children(data)
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
    <div aria-busy="true" className="grid gap-12">
      {skeleton.map((height, at) => (
        <Skeleton key={at} className={height} />
      ))}
    </div>
  )
}
