import type { Calls } from '@palpite/contract'
import { useCall } from './api/use-call.ts'

export type Channels = Calls['GET /api/app/support/channels']['data']

/** The configured support channels. */
export const useChannels = () =>
  useCall('GET /api/app/support/channels', { loading: false }, { staleTime: 60_000 })
