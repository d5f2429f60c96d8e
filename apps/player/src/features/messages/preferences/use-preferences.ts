import type { Calls } from '@palpite/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { callKey, refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { canReceivePushes, leavePushes, subscribeToPushes, receivesPushes } from '../../../shared/push.ts'
import { queryClient } from '../../../shared/query.ts'

const key = 'GET /api/app/messages/preferences'

export type Preferences = Calls[typeof key]['data']
export type Preference = Preferences['kinds'][number]

/** The notification preferences. */
export const usePreferences = () => useCall(key, { loading: false })

/** Saves a change; shown at once, reverted on failure. */
export const useChangePreferences = () =>
  useCommand({
    mutationFn: ({ kinds, quiet }: Pick<Preferences, 'kinds' | 'quiet'>) => {
      queryClient.setQueryData<Preferences>(
        callKey(key, { loading: false } as object),
        (held) => held && { ...held, kinds, quiet },
      )
      return api('POST /api/app/messages/preferences', { body: { kinds, quiet }, loading: false })
    },
    onError: () => refreshCalls(key),
    onSuccess: () => refreshCalls('GET /api/app/messages/list', 'GET /api/app/messages/unread'),
  })

const browserKey = ['this browser takes pushes'] as const

/** Whether this browser is subscribed, and how to change it. `refused`: permission was denied. */
export const usePushes = (pushKey: string | null) => {
  const { data: isOn = false } = useQuery({
    queryKey: browserKey,
    queryFn: receivesPushes,
    staleTime: Infinity,
  })
  const changing = useCommand({
    mutationFn: async (on: boolean): Promise<'done' | 'refused'> => {
      if (!on) {
        const endpoint = await leavePushes()
        if (endpoint) await api('POST /api/app/messages/unsubscribe', { body: { endpoint } })
        return 'done'
      }
      const body = await subscribeToPushes(pushKey ?? '')
      if (!body) return 'refused'
      try {
        await api('POST /api/app/messages/subscribe', { body })
      } catch (error) {
        await leavePushes() // otherwise this browser would be subscribed and get nothing
        throw error
      }
      return 'done'
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: browserKey })
      await refreshCalls(key)
    },
  })
  return { isOn, canBe: pushKey !== null && canReceivePushes(), changing }
}
