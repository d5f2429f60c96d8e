import type { CallKey, Calls } from '@palpite/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryClient } from '../query.ts'
import { api, type CallArgs, type CallInput } from './api.ts'

/** An answer in the cache. */
type Kept<Data> = { state: { data: Data | undefined; dataUpdatedAt: number } }

type Options<Data> = {
  enabled?: boolean
  refetchInterval?: number | false | ((kept: Kept<Data>) => number | false)
  refetchOnWindowFocus?: (kept: Kept<Data>) => 'always' | false
  staleTime?: number
}

/** The query-cache key of a call's answer. */
export const callKey = <K extends CallKey>(
  key: K,
  { params, query }: { params?: unknown; query?: unknown } = {},
) => [key, { params, query }] as const

/** The same input, marked as inline. */
const ask = <K extends CallKey>(key: K, input: CallInput<K>) =>
  api(key, ...([{ ...input, inline: true }] as unknown as CallArgs<K>))

/**
 * The answer of a GET call, cached. The screen shows failures (`isError`, `refetch`); pass `loading: false` for
 * background calls.
 */
export const useCall = <K extends CallKey & `GET ${string}`>(
  key: K,
  input: CallInput<K>,
  options: Options<Calls[K]['data']> = {},
): UseQueryResult<Calls[K]['data']> =>
  useQuery({
    queryKey: callKey(key, input),
    queryFn: () => ask(key, input),
    ...options,
  })

/** Prefetches what `useCall` with the same input will show. That hook reports a failure. */
export const prefetchCall = <K extends CallKey & `GET ${string}`>(
  key: K,
  input: CallInput<K>,
): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: callKey(key, input),
    queryFn: () => ask(key, input),
  })

/** Whether a mounted screen uses an answer of this call. */
export const isInSight = (key: CallKey): boolean =>
  queryClient.getQueryCache().findAll({ queryKey: [key], type: 'active' }).length > 0

/** Marks every cached answer of these calls as stale; visible ones are reloaded. */
export const refreshCalls = async (...keys: readonly CallKey[]): Promise<void> => {
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
