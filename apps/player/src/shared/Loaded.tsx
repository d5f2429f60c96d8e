import { cx, ErrorCard, Skeleton } from '@palpite/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from './text/text.ts'

type Props<D> = {
  query: Pick<UseQueryResult<D>, 'data' | 'isError'> & { refetch: () => Promise<unknown> }
  /** Heights of the placeholder, in design pixels. */
  skeleton: readonly string[]
  /** The gap between placeholders. */
  gap?: 'gap-8' | 'gap-12' | 'gap-14'
  children: (data: D) => ReactNode
}

/** Shows the answer of a call; until then a placeholder, and a retry button if it failed. */
export function Loaded<D>({
  query: { data, isError, refetch },
  skeleton,
  gap = 'gap-12',
  children,
}: Props<D>) {
  if (data !== undefined) return children(data)
  if (isError) return <NotLoaded refetch={refetch} />
  return (
    <div aria-busy="true" className={cx('grid', gap)}>
      {skeleton.map((height, at) => (
        <Skeleton key={at} className={height} />
      ))}
    </div>
  )
}

/** A section whose call failed, with a retry button. */
export function NotLoaded({ refetch }: { refetch: () => Promise<unknown> }) {
  const t = useText()
  return (
    <ErrorCard
      title={t('app.section.failed')}
      retryLabel={t('app.section.retry')}
      onRetry={() => void refetch()}
    />
  )
}
