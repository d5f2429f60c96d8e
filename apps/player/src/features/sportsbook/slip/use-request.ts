import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../shared/api/api.ts'

const askedCall = 'GET /api/app/sportsbook/betRequest/:requestId'
const pollMs = 1000

/** What became of a request for a bet, asked again until it is decided. */
export const useRequest = (requestId: string | undefined) =>
  useQuery({
    queryKey: [askedCall, requestId],
    queryFn: () => api(askedCall, { params: { requestId: requestId ?? '' }, loading: false, inline: true }),
    enabled: requestId !== undefined,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'waiting' || state.data.status === 'unknown'
        ? pollMs
        : false,
  })

const tickMs = 250

/** Whole seconds until then, none below nothing; counted on while somebody looks. */
export const useSecondsTo = (at: string | undefined): number | undefined => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (at === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [at])
  return at === undefined ? undefined : Math.max(0, Math.ceil((Date.parse(at) - now) / 1000))
}
