import { useEffect, useRef } from 'react'
import { feelResult } from '../shell/feedback.ts'
import { type OwnBet, sumsOf } from './bets.ts'
import type { Standing } from './use-game-room.ts'

/** Lets the player hear and feel what a round brought, once, when it is told and paid. Who did not bet hears nothing. */
export const useRoomFeedback = ({ round, told }: Standing, bets: readonly OwnBet[]): void => {
  const felt = useRef<string | undefined>(undefined)
  const isPaid = told !== undefined && bets.length > 0 && bets.every(({ status }) => status !== 'open')
  // What brought less than it cost is no win to be celebrated.
  const won = sumsOf(bets).netCents > 0
  const roundId = round?.sharedRoundId
  useEffect(() => {
    if (!isPaid || felt.current === roundId) return
    felt.current = roundId
    feelResult(won)
  }, [isPaid, roundId, won])
}
