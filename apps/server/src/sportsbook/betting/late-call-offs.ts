import type { Deps } from '../../platform/deps.ts'
import type { PlaceBetRefusal } from './bet-request.ts'

/** So many an hour are a slip of more than there is money for, now and then; more is a way to choose. */
const MAX_CALL_OFFS = 5
const WINDOW_SECONDS = 3600
/** What comes to nothing together, as the bets of one slip, counts once. */
const TOGETHER_SECONDS = 2

/** What waits is a row for an hour, also where it was called off, and each further one looks through those of its player. */
const MAX_WAITS = 1000

/**
 * Refusals that players bring about by themselves while their bet waits, and could again and again. A limit that was reached
 * before, or is lowered meanwhile, is none: it stays for its period.
 */
const OWN_DOING: ReadonlySet<string> = new Set<PlaceBetRefusal>([
  'insufficient_funds',
  'request_mismatch',
  'free_bet_over',
])

/**
 * Counts what waited out its delay and then came to nothing by its player's own doing: the money went elsewhere meanwhile, or
 * another request took its id. That is a way to call off what goes wrong until the last moment, and to keep what goes right,
 * by whoever sees the pitch earlier than the house. After a few of them nothing more of this player waits for a while. Bets and
 * cash-outs are counted apart: whoever is short of money can still cash out.
 */
export function lateCallOffs({ limits }: Pick<Deps, 'limits'>, what: 'bets' | 'cash-outs') {
  const waits = limits.limiter(`waits-in-play-${what}`, MAX_WAITS, WINDOW_SECONDS)
  const together = limits.limiter(`late-call-offs-together-${what}`, 1, TOGETHER_SECONDS)
  // One that is over is counted and said to be: only then a look finds nothing left.
  const counted = limits.limiter(`late-call-offs-${what}`, MAX_CALL_OFFS - 1, WINDOW_SECONDS)
  return {
    /** Counts one that is to wait, or says why this player's may not. */
    mayNotWait: async (playerId: number): Promise<'in_play_paused' | 'too_many_requests' | undefined> => {
      const key = String(playerId)
      if (!(await counted.take(key, 0))) return 'in_play_paused'
      return (await waits.take(key)) ? undefined : 'too_many_requests'
    },
    /** Counts a refusal after a wait, where it is one of these. */
    count: async (playerId: number, code: string): Promise<void> => {
      if (OWN_DOING.has(code) && (await together.take(String(playerId)))) await counted.take(String(playerId))
    },
  }
}
