import { ToLimits } from '../../../shared/ToLimits.tsx'
import { useText } from '../../../shared/text/text.ts'
import type { Bets } from './use-bets.ts'
import type { RoomState } from './use-game-room.ts'

type Props = { bets: Bets; room: RoomState }

/** Why a bet was refused, or which round it is for; shown beside the bet. */
export function BetNotice({ bets, room }: Props) {
  const t = useText()
  const isForNext = bets.open.length > 0 && room.taking?.sharedRoundId !== room.round?.sharedRoundId
  return (
    <>
      <p role="alert" className="text-13 font-600 text-loss empty:hidden">
        {bets.problem?.text}
      </p>
      {bets.problem?.leadsToLimits && <ToLimits />}
      <p role="status" className="text-13 font-600 text-warn empty:hidden">
        {(bets.isLate || isForNext) && t('rooms.bet.next')}
      </p>
    </>
  )
}
