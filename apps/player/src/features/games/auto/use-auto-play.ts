import { useEffect, useEffectEvent, useReducer } from 'react'
import { refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useOpenOverlay } from '../../../shared/overlays.ts'
import { isOwnLimit } from '../../../shared/own-limits.ts'
import { onBreakWanted, useRealityCheck } from '../../../shared/reality-check.ts'
import type { AutoPlan } from './auto-plan.ts'
import { autoReducer, idle, stakeToPlay } from './auto-state.ts'
import { useHiddenTooLong } from './use-hidden-too-long.ts'

/** A pause before each round: no faster than manual play, and every result can be read. */
const pauseMs = 1000

/** A finished round and the balance afterwards. */
export type AutoRound = { stakeCents: number; payoutCents: number; balanceCents: number }

/**
 * Plays rounds by a plan, one after the other, each through `play`, which is what the button does. No further round
 * starts after leaving the page, while a reality check is due, or while the limits are open; a break taken there ends
 * it.
 */
export const useAutoPlay = (play: (stakeCents: number) => Promise<AutoRound>) => {
  const [state, dispatch] = useReducer(autoReducer, idle)
  const stakeCents = stakeToPlay(state)
  const played = state.status === 'running' ? state.count.played : 0
  const playRound = useEffectEvent(async (stake: number) => {
    dispatch({ type: 'sent' })
    try {
      const round = await play(stake)
      dispatch({ type: 'played', ...round })
    } catch (error) {
      dispatch({
        type: 'failed',
        reason: serverMessageOf(error),
        leadsToLimits: isOwnLimit(refusalCode(error)),
      })
    }
  })
  const isRealityCheckDue = useRealityCheck(({ isDue }) => isDue)
  const isHeld = useOpenOverlay()?.name === 'limits' || isRealityCheckDue
  useEffect(() => {
    if (stakeCents === undefined || isHeld) return
    const timer = setTimeout(() => void playRound(stakeCents), played === 0 ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [stakeCents, played, isHeld])
  useEffect(() => onBreakWanted(() => dispatch({ type: 'stopped', why: 'player' })), [])
  useHiddenTooLong(state.status === 'running', () => dispatch({ type: 'stopped', why: 'hidden' }))
  return {
    state,
    begin: (plan: AutoPlan, balanceCents: number) => dispatch({ type: 'begun', plan, balanceCents }),
    stop: () => dispatch({ type: 'stopped', why: 'player' }),
    close: () => dispatch({ type: 'closed' }),
  }
}
