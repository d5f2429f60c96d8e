import { focusManager, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { queryClient } from '../query.ts'

/**
 * Asks for these again every so often, while the page is looked at, until the returned function is called. Only what is in
 * sight is asked for. The library's own interval would begin anew with each push that is written into the cache: among
 * pushes it never comes to its end.
 */
export const keepAsking = (keys: () => readonly QueryKey[], everyMs: number): (() => void) => {
  const ask = (queryKey: QueryKey) =>
    queryClient.refetchQueries({ queryKey, type: 'active', exact: true }, { cancelRefetch: false })
  const timer = setInterval(() => {
    if (focusManager.isFocused()) for (const key of keys()) void ask(key)
  }, everyMs)
  return () => clearInterval(timer)
}

/** `keepAsking` while the component is there. */
export const usePoll = (keys: readonly QueryKey[], everyMs: number): void => {
  const wanted = useEffectEvent(() => keys)
  useEffect(() => keepAsking(() => wanted(), everyMs), [everyMs])
}
