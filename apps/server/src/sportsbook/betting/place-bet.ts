import { setTimeout as sleep } from 'node:timers/promises'
import { batches } from '../../platform/batches.ts'
import { Fault } from '../../platform/fault.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Result } from '../../platform/result.ts'
import type { SportsbookSettings } from '../settings.ts'
import { knownMarkets } from './known-markets.ts'
import { type BettingNeeds, type PlaceBet, placeBets, type PlaceBetRefusal } from './place-bets.ts'
import type { WireBet } from './wire-bet.ts'

/**
 * Places one bet through lists. A bet in play waits out its delay here, outside every lock, and is decided by
 * what stands then. It waits in memory alone: nothing is taken or promised until it is decided, so a server
 * that dies meanwhile has lost nothing, and the same request asked again is decided afresh.
 */
export function openBetting(deps: Deps, settings: SportsbookSettings, needs: BettingNeeds) {
  const known = knownMarkets()
  const decide = batches({
    run: (requests: readonly PlaceBet[]) => placeBets(deps, { settings, needs, known }, requests),
    key: ({ playerId }) => playerId,
    concurrency: 2, // one list is written while the next one is decided
  })
  let waiting = 0
  return async (request: Omit<PlaceBet, 'waitedMs'>): Promise<Result<WireBet, PlaceBetRefusal>> => {
    let waitedMs = 0
    for (;;) {
      const answer = await decide({ ...request, waitedMs })
      if ('ok' in answer) return answer
      if (waiting >= settings.maxWaitingBets) throw new Fault('too many bets in play are waiting')
      waiting += 1
      await sleep(answer.waitMs).finally(() => (waiting -= 1))
      waitedMs += answer.waitMs
    }
  }
}
