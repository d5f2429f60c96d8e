import { focusManager, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { queryClient } from '../query.ts'

/**
 * Polls these queries at an interval while the page is visible, until the returned function is called. Only mounted
 * ones are polled. The query library's own interval restarts with each push written to the cache, so under steady
 * pushes it would never fire.
 */
export const keepAsking = (keys: () => readonly QueryKey[], everyMs: number): (() => void) => {
  const ask = (queryKey: QueryKey) =>
    queryClient.refetchQueries({ queryKey, type: 'active', exact: true }, { cancelRefetch: false })
  const timer = setInterval(() => {
    if (focusManager.isFocused()) for (const key of keys()) void ask(key)
  }, everyMs)
  return () => clearInterval(timer)
}

/** Runs `keepAsking` while the component is mounted. */
export const usePoll = (keys: readonly QueryKey[], everyMs: number): void => {
  const wanted = useEffectEvent(() => keys)
  useEffect(() => keepAsking(() => wanted(), everyMs), [everyMs])
}
