import { ErrorCard, Skeleton } from '@palpite/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from './api.ts'
import { wordsOf } from './failure.ts'
import { useText } from './text.ts'

type Asked<D> = Pick<UseQueryResult<D, ApiError>, 'data' | 'error' | 'isPending' | 'refetch'>
type Props<D> = {
  asked: Asked<D>
  /** Height of what stands in until the answer is there. */
  skeleton: string
  children: (data: D) => ReactNode
}

/** What a call answered: its outline until then. Where it failed, why, a way to ask again, and what it answered before. */
export function Answered<D>({ asked, skeleton, children }: Props<D>) {
  return (
    <>
      <NotAnswered asked={asked} />
      {asked.isPending && <Skeleton className={skeleton} />}
      {asked.data && children(asked.data)}
    </>
  )
}

/** Why a call failed, with a way to ask again; nothing where it did not. */
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
