import type { Calls, MaintenancePart } from '@palpite/contract'
import { callKey, useCall } from './api/use-call.ts'
import { queryClient } from './query.ts'
import { useIsConnected } from './use-connection.ts'
import { useLiveEvent } from './use-live.ts'

const call = 'GET /api/app/maintenance'

type State = Calls[typeof call]['data']
export type Closed = State['closed'][number]

/** Changes are pushed; a push that was missed in a gap is found by this. */
const safetyPollMs = 60_000
/** Visitors and game frames have no socket. */
const openPollMs = 20_000

/** What is closed for maintenance now, of these parts and of all; current without a reload. */
export const useClosed = (parts: readonly MaintenancePart[]): readonly Closed[] => {
  const isConnected = useIsConnected()
  const { data } = useCall(
    call,
    { loading: false },
    { refetchInterval: isConnected ? safetyPollMs : openPollMs, staleTime: openPollMs },
  )
  useLiveEvent('maintenance', ({ closed }) => queryClient.setQueryData<State>(callKey(call), { closed }))
  return closedOf(data?.closed ?? [], parts)
}

/** What concerns these parts: maintenance of everything says it for all of them. */
const closedOf = (closed: readonly Closed[], parts: readonly MaintenancePart[]): readonly Closed[] => {
  const all = closed.filter(({ scope }) => scope === 'all')
  return all.length > 0 ? all : closed.filter(({ scope }) => parts.some((part) => part === scope))
}
