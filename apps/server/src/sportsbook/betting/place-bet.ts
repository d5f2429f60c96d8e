import { setTimeout as sleep } from 'node:timers/promises'
import { batches } from '../../platform/batches.ts'
import { Fault } from '../../platform/fault.ts'
import type { House } from '../../platform/house.ts'
import type { Result } from '../../platform/result.ts'
import type { SportsbookSettings } from '../settings.ts'
import { knownMarkets } from './known-markets.ts'
import { type BettingNeeds, type PlaceBet, placeBets, type PlaceBetRefusal } from './place-bets.ts'
import type { ShownBet } from './show-bet.ts'

/**
 * Places one bet through lists. A bet in play waits out its delay here, outside every lock, and is decided by
 * what stands then. It waits in memory alone: nothing is taken or promised until it is decided, so a server
 * that dies meanwhile has lost nothing, and the same request asked again is decided afresh.
 */
export function openBetting(house: House, settings: SportsbookSettings, needs: BettingNeeds) {
  const known = knownMarkets()
  const decide = batches({
    run: (asks: readonly PlaceBet[]) => placeBets(house, { settings, needs, known }, asks),
    key: ({ playerId }) => playerId,
    flights: 2, // one list is written while the next one is decided
  })
  let waiting = 0
  return async (ask: Omit<PlaceBet, 'waitedMs'>): Promise<Result<ShownBet, PlaceBetRefusal>> => {
    let waitedMs = 0
    for (;;) {
      const answer = await decide({ ...ask, waitedMs })
      if ('ok' in answer) return answer
      if (waiting >= settings.mostWaitingBets) throw new Fault('too many bets in play are waiting')
      waiting += 1
      await sleep(answer.waitMs).finally(() => (waiting -= 1))
      waitedMs += answer.waitMs
    }
  }
}
