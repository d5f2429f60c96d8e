import type { Calls } from '@palpite/contract'
import type { DiceBet } from '@palpite/games'
import { useRef } from 'react'
import { api } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { writeBalance } from '../../../shared/live-cache.ts'

export type DiceRound = Calls['GET /api/app/games/rounds']['data']['rounds'][number]

type Roll = { stakeCents: number; bet: DiceBet }

/** Rolls, one at a time. A roll that got no answer is sent again under the same id, so it cannot play twice. */
export const useRoll = (onRolled: (round: DiceRound) => void) => {
  const unanswered = useRef<{ id: string; of: string } | undefined>(undefined)
  return useCommand({
    mutationFn: async ({ stakeCents, bet }: Roll) => {
      const of = JSON.stringify([stakeCents, bet])
      const id = unanswered.current?.of === of ? unanswered.current.id : crypto.randomUUID()
      unanswered.current = { id, of }
      const round = await api('POST /api/app/games/dice/betPlay', {
        body: { requestId: id, stakeCents, direction: bet.side, targetHundredths: bet.targetHundredths },
        loading: false,
      })
      return round
    },
    onSuccess: ({ balance, freeBalance, balanceVersion, ...round }) => {
      unanswered.current = undefined
      writeBalance({ balance, freeBalance, balanceVersion })
      onRolled(round)
      void refreshCalls('GET /api/app/games/seeds')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.http > 0 && error.http !== 503) unanswered.current = undefined
    },
  })
}

/** Stakes and return to player of dice, as the server has them. */
export const useDiceTerms = () => {
  const { data, isError, refetch } = useCall('GET /api/app/games/rules', { loading: false })
  return { terms: data?.find(({ game }) => game === 'dice'), isError, refetch }
}

/** The last rounds, newest first. */
export const useDiceHistory = () =>
  useCall('GET /api/app/games/rounds', { query: { game: 'dice' }, loading: false }, { staleTime: Infinity })
