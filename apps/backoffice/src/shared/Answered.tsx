import { ErrorCard, Skeleton } from '@palpite/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from './api.ts'
import { wordsOf } from './failure.ts'
import { useText } from './text.ts'

type Asked<D> = Pick<UseQueryResult<D, ApiError>, 'data' | 'error' | 'isPending' | 'refetch'>
type Props<D> = {
  asked: Asked<D>
  /** The placeholder's height. */
  skeleton: string
  children: (data: D) => ReactNode
}

/** A call's answer; until then a placeholder. After a failure: the reason, a retry, and the previous answer. */
export function Answered<D>({ asked, skeleton, children }: Props<D>) {
  return (
    <>
      <NotAnswered asked={asked} />
      {asked.isPending && <Skeleton className={skeleton} />}
      {asked.data && children(asked.data)}
    </>
  )
}

/** Why a call failed, with a retry; nothing otherwise. */
export function NotAnswered({ asked }: { asked: Pick<Asked<unknown>, 'error' | 'refetch'> }) {
  const t = useText()
  if (!asked.error) return null
  return (
    <ErrorCard
      title={t('list.failed.title')}
      text={wordsOf(asked.error, t)}
      retryLabel={t('list.failed.retry')}
      onRetry={() => void asked.refetch()}
    />
  )
}
