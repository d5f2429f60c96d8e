import { useCall } from '../../../shared/api/use-call.ts'
import type { Boosts } from './boost-rules.ts'

const nothing: Boosts = { winnings: [], prices: [], earlyPayouts: [], insurances: [] }
const staleMs = 30_000

/** The promises currently offered; none until they are loaded. */
export const useBoosts = (): Boosts =>
  useCall('GET /api/app/sportsbook/boosts', { loading: false }, { staleTime: staleMs }).data ?? nothing
