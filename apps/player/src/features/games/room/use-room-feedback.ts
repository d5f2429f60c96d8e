import { useEffect, useRef } from 'react'
import { feelResult } from '../shell/feedback.ts'
import { type OwnBet, sumsOf } from './bets.ts'
import type { RoomState } from './use-game-room.ts'

/** Plays sound and vibration of a result once, when revealed and paid; silent without a bet. */
export const useRoomFeedback = ({ round, reported }: RoomState, bets: readonly OwnBet[]): void => {
  const felt = useRef<string | undefined>(undefined)
  const isPaid = reported !== undefined && bets.length > 0 && bets.every(({ status }) => status !== 'open')
  // A return below the stakes is no win to celebrate.
  const won = sumsOf(bets).netCents > 0
  const roundId = round?.sharedRoundId
  useEffect(() => {
    if (!isPaid || felt.current === roundId) return
    felt.current = roundId
    feelResult(won)
  }, [isPaid, roundId, won])
}
