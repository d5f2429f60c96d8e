import type { CallKey, Calls } from '@palpite/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryClient } from '../query.ts'
import { api, type CallArgs, type CallInput } from './api.ts'

/** An answer as it stands in the cache. */
type Kept<Data> = { state: { data: Data | undefined; dataUpdatedAt: number } }

type Options<Data> = {
  enabled?: boolean
  refetchInterval?: number | false | ((kept: Kept<Data>) => number | false)
  refetchOnWindowFocus?: (kept: Kept<Data>) => 'always' | false
  staleTime?: number
}

/** Where the answer of a call lives in the query cache. */
export const callKey = <K extends CallKey>(
  key: K,
  { params, query }: { params?: unknown; query?: unknown } = {},
) => [key, { params, query }] as const

/** The same input, only marked as inline; its parts are still those of the contract. */
const ask = <K extends CallKey>(key: K, input: CallInput<K>) =>
  api(key, ...([{ ...input, inline: true }] as unknown as CallArgs<K>))

/**
 * What a GET call answers, kept in the query cache. Failures are the screen's to show (`isError`, `refetch`);
 * pass `loading: false` for what nobody waits for.
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

/** Asks early for what `useCall` with the same input is about to show. A failure is told by that. */
export const prefetchCall = <K extends CallKey & `GET ${string}`>(
  key: K,
  input: CallInput<K>,
): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: callKey(key, input),
    queryFn: () => ask(key, input),
  })

/** Whether a screen shows an answer of this call now. */
export const isInSight = (key: CallKey): boolean =>
  queryClient.getQueryCache().findAll({ queryKey: [key], type: 'active' }).length > 0

/** Marks every cached answer of these calls as stale; those in sight are asked again. */
export const refreshCalls = async (...keys: readonly CallKey[]): Promise<void> => {
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
