import type { luckyRooms } from '@palpite/contract'
import { Segmented } from '@palpite/ui'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useText } from '../../../shared/text/text.ts'
import { BetNotice } from '../room/BetNotice.tsx'
import { BetTools } from '../room/BetTools.tsx'
import { OwnBets } from '../room/OwnBets.tsx'
import { RoomFrame } from '../room/RoomFrame.tsx'
import { chips } from '../room/chips.ts'
import { useBets } from '../room/use-bets.ts'
import { useRoomFeedback } from '../room/use-room-feedback.ts'
import { type RoomName, type Standing, useGameRoom } from '../room/use-game-room.ts'
import { DrawsAndBets } from './DrawsAndBets.tsx'
import { LuckyBoard } from './LuckyBoard.tsx'
import { LuckyHead } from './LuckyHead.tsx'

type Seconds = (typeof luckyRooms)[number]
const rooms = ['30', '60', '180', '300'] as const satisfies readonly Seconds[]

/** Lucky colour: a digit is drawn for everybody in a room, each with a time of its own. The room stands in the address. */
export function LuckyPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const seconds = rooms.find((each) => each === search.get('room')) ?? '30'
  const name: RoomName = `luckyColor:${seconds}`
  const { room, isError, refetch } = useGameRoom(name)
  return (
    <RoomFrame
      title={t('app.game.luckyColor')}
      name={name}
      isKnown={room !== undefined}
      isError={isError}
      onRetry={() => void refetch()}
    >
      <Segmented<Seconds>
        label={t('lucky.page.room')}
        value={seconds}
        onChange={(next) => setSearch({ room: next }, { replace: true })}
        options={[
          { value: '30', label: '30 s' },
          { value: '60', label: '1 min' },
          { value: '180', label: '3 min' },
          { value: '300', label: '5 min' },
        ]}
      />
      {room && <Table key={name} name={name} room={room} />}
    </RoomFrame>
  )
}

function Table({ name, room }: { name: RoomName; room: Standing }) {
  const bets = useBets(name, room)
  const [chipCents, setChipCents] = useState<number>(chips[0])
  useRoomFeedback(room, bets.current)
  return (
    <>
      <LuckyHead room={room} bets={bets.current} />
      <LuckyBoard room={room} bets={bets} chipCents={chipCents} />
      <BetTools bets={bets} chipCents={chipCents} onChip={setChipCents} />
      <BetNotice bets={bets} room={room} />
      <OwnBets bets={bets.open.length > 0 ? bets.open : bets.current} />
      <DrawsAndBets room={room} />
    </>
  )
}
