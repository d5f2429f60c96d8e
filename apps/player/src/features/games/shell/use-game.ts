import type { Calls } from '@palpite/contract'
import { useRef, useState } from 'react'
import { api, type CallArgs } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { writeBalance } from '../../../shared/live-cache.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import type { SmallGame } from '../../../shared/small-games.ts'
import { beginInTime } from '../begin-in-time.ts'
import { eachOnce } from './each-once.ts'

type BetCall = `POST /api/app/games/${SmallGame}/betPlay`

/** A round of this game on the wire. */
export type RoundOf<G extends SmallGame> = Extract<
  Calls['GET /api/app/games/rounds']['data']['rounds'][number],
  { game: G }
>

/** A stake with this game's choices; the shell adds the request id. */
export type BetOf<G extends SmallGame> = Pick<RoundOf<G>, 'stakeCents'> & RoundOf<G>['choice']

/** A game's stakes, bounds and return from the server. */
export type GameTerms = Calls['GET /api/app/games/rules']['data'][number]

/** A game's terms, whether loading failed, and the retry. */
export const useGameTerms = (game: SmallGame) => {
  const { data, isError, refetch } = useCall('GET /api/app/games/rules', { loading: false })
  return { terms: data?.find((terms) => terms.game === game), isError, refetch: () => void refetch() }
}

/** Whether the player is in a round of this game, or was since the page opened. Loaded where needed. */
export const useIsInRound = (game: SmallGame, matters: boolean): boolean => {
  const enabled = useIsLoggedIn() && matters
  const { data } = useCall('GET /api/app/games/open', { loading: false }, { enabled, staleTime: 0 })
  const [wasIn, setWasIn] = useState(false)
  const isIn = enabled && data !== undefined && data.some((round) => round.game === game)
  if (isIn && !wasIn) setWasIn(true) // its end stays visible
  return isIn || wasIn
}

/** The player's last rounds of a game, newest first, and a function to prepend the one just played. */
export const useRounds = <G extends SmallGame>(game: G) => {
  const isLoggedIn = useIsLoggedIn()
  const [played, setPlayed] = useState<readonly RoundOf<G>[]>([])
  const { data } = useCall(
    'GET /api/app/games/rounds',
    { query: { game }, loading: false },
    { enabled: isLoggedIn, staleTime: Infinity },
  )
  const history = data?.rounds.filter((round): round is RoundOf<G> => round.game === game) ?? []
  return {
    rounds: eachOnce([...played, ...history]),
    /** Rounds played since the page opened, and the last one. */
    played,
    last: played[0],
    addRound: (round: RoundOf<G>) => setPlayed((rounds) => eachOnce([round, ...rounds])),
  }
}

/**
 * Bets on a round, one at a time. An unanswered bet is repeated under the same id, so it cannot be played twice. The
 * new balance is written before the round is revealed.
 */
export const useBet = <G extends SmallGame>(game: G, onPlayed: (round: RoundOf<G>) => void) => {
  const unanswered = useRef<{ id: string; of: string } | undefined>(undefined)
  return useCommand({
    mutationFn: async (bet: BetOf<G>): Promise<Calls[BetCall]['data']> => {
      const of = JSON.stringify(bet)
      const id = unanswered.current?.of === of ? unanswered.current.id : crypto.randomUUID()
      unanswered.current = { id, of }
      // The call and its body belong to one game; TypeScript cannot follow that through a type parameter.
      const input = [{ body: { ...bet, requestId: id }, loading: false }] as unknown as CallArgs<BetCall>
      return beginInTime(() => api<BetCall>(`POST /api/app/games/${game}/betPlay`, ...input))
    },
    onSuccess: ({ balance, freeBalance, balanceVersion, round }) => {
      unanswered.current = undefined
      writeBalance({ balance, freeBalance, balanceVersion })
      onPlayed(round as RoundOf<G>) // a call of this game returns a round of this game
      void refreshCalls('GET /api/app/games/seeds')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.http > 0 && error.http !== 503) unanswered.current = undefined
    },
  })
}
