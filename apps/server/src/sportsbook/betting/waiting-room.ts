import { Fault } from '../../platform/fault.ts'
import type { SportsbookSettings } from '../settings.ts'
import { type PlaceBet, requestName } from './bet-request.ts'

type Request = Pick<PlaceBet, 'playerId' | 'requestId'>

/**
 * In-play bets that wait out their delay in this process. Bounded in total, to bound memory, and per player, so that one
 * player cannot displace the others. A request sent many times at once waits once.
 */
export function waitingRoom({
  maxWaitingBets,
  maxWaitingOfPlayer,
}: Pick<SportsbookSettings, 'maxWaitingBets' | 'maxWaitingOfPlayer'>) {
  const players = new Map<number, Map<string, number>>()
  let all = 0
  return {
    /** Makes a request wait and returns how the wait ended; undefined if its player has too many waiting bets. */
    enter: ({ playerId, requestId }: Request): (() => void) | undefined => {
      const own = players.get(playerId) ?? new Map<string, number>()
      if (!own.has(requestId) && own.size >= maxWaitingOfPlayer) return undefined
      if (all >= maxWaitingBets) throw new Fault('too many bets in play are waiting')
      all += 1
      own.set(requestId, (own.get(requestId) ?? 0) + 1)
      players.set(playerId, own)
      return () => {
        all -= 1
        const left = (own.get(requestId) ?? 1) - 1
        if (left > 0) own.set(requestId, left)
        else own.delete(requestId)
        if (own.size === 0) players.delete(playerId)
      }
    },
  }
}

/** What waits in this process, by the request id of its player. */
export function inFlightById<Asked extends Request, Answer>() {
  const waiting = new Map<string, { request: Asked; answer: Promise<Answer> }>()
  return {
    find: (request: Request) => waiting.get(requestName(request)),
    hold: (request: Asked, work: () => Promise<Answer>): Promise<Answer> => {
      const answer = work().finally(() => waiting.delete(requestName(request)))
      waiting.set(requestName(request), { request, answer })
      return answer
    },
  }
}
