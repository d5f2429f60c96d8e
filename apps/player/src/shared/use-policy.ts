import type { Calls } from '@palpite/contract'
import { useCall } from './api/use-call.ts'

export type Policy = Calls['GET /api/app/protection/policy']['data']

/** What the compliance profile in force allows; constant while the app is open. */
export const usePolicy = () =>
  useCall('GET /api/app/protection/policy', { loading: false }, { staleTime: Infinity })
