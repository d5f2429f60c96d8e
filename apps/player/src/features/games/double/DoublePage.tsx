import { useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { BetNotice } from '../room/BetNotice.tsx'
import { BetTools } from '../room/BetTools.tsx'
import { OwnBets } from '../room/OwnBets.tsx'
import { RoomFrame } from '../room/RoomFrame.tsx'
import { chips } from '../room/chips.ts'
import { useBets } from '../room/use-bets.ts'
import { useRoomFeedback } from '../room/use-room-feedback.ts'
import { type Standing, useGameRoom } from '../room/use-game-room.ts'
import { ColourButtons } from './ColourButtons.tsx'
import { CountdownBar } from './CountdownBar.tsx'
import { DoubleResult } from './DoubleResult.tsx'
import { LastSlots } from './LastSlots.tsx'
import { PlayersAndChart } from './PlayersAndChart.tsx'
import { Strip } from './Strip.tsx'

/** Double: a strip of fifteen tiles that turns for everybody at once. Bets on colours; what comes is the server's. */
export function DoublePage() {
  const t = useText()
  const { room, isError, refetch } = useGameRoom('double')
  return (
    <RoomFrame
      title={t('app.game.double')}
      name="double"
      isKnown={room !== undefined}
      isError={isError}
      onRetry={() => void refetch()}
    >
      {room && <Table room={room} />}
    </RoomFrame>
  )
}

function Table({ room }: { room: Standing }) {
  const bets = useBets('double', room)
  const [chipCents, setChipCents] = useState<number>(chips[0])
  useRoomFeedback(room, bets.current)
  return (
    <>
      <CountdownBar room={room} />
      <Strip room={room} />
      <DoubleResult room={room} bets={bets.current} />
      <LastSlots history={room.history} />
      <ColourButtons room={room} bets={bets} chipCents={chipCents} />
      <BetTools bets={bets} chipCents={chipCents} onChip={setChipCents} />
      <BetNotice bets={bets} room={room} />
      <OwnBets bets={bets.open.length > 0 ? bets.open : bets.current} />
      <PlayersAndChart room={room} />
    </>
  )
}
