import { useCall } from '../../../shared/api/use-call.ts'
import type { Boosts } from './boost-rules.ts'

const nothing: Boosts = { winnings: [], prices: [], earlyPayouts: [], insurances: [] }
const staleMs = 30_000

/** What bets are promised now; nothing until it is known. */
export const useBoosts = (): Boosts =>
  useCall('GET /api/app/sportsbook/boosts', { loading: false }, { staleTime: staleMs }).data ?? nothing
