import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverNow } from '../../../shared/server-clock.ts'

const askedCall = 'GET /api/app/sportsbook/betRequest/:requestId'
const pollMs = 1000
/** Until the server has the request, a moment away. */
const unknownPollMs = 300

/** A bet request's outcome, polled until decided. */
export const useRequest = (requestId: string | undefined) =>
  useQuery({
    queryKey: [askedCall, requestId],
    queryFn: () =>
      api(askedCall, { params: { requestId: requestId ?? '' }, loading: false, inline: true, beside: true }),
    enabled: requestId !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.status === 'unknown'
        ? unknownPollMs
        : data.status === 'waiting'
          ? pollMs
          : false,
  })

const tickMs = 250

/** The remaining whole seconds, at least zero; ticking while mounted. */
export const useSecondsTo = (at: string | undefined): number | undefined => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (at === undefined) return undefined
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [at])
  return at === undefined ? undefined : Math.max(0, Math.ceil((Date.parse(at) - now) / 1000))
}
