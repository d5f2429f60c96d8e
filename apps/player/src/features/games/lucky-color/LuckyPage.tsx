import type { luckyRooms } from '@palpite/contract'
import { Segmented } from '@palpite/ui'
import { useSearchParams } from 'wouter'
import { useText } from '../../../shared/text/text.ts'
import { RoomFrame } from '../room/RoomFrame.tsx'
import { RoomTable } from '../room/RoomTable.tsx'
import { type RoomName, useGameRoom } from '../room/use-game-room.ts'
import { useGameTerms } from '../shell/use-game.ts'
import { AllBets } from './AllBets.tsx'
import { Draws } from './Draws.tsx'
import { LuckyBoard } from './LuckyBoard.tsx'
import { LuckyHead } from './LuckyHead.tsx'

type Seconds = (typeof luckyRooms)[number]
const rooms = ['30', '60', '180', '300'] as const satisfies readonly Seconds[]

/** Lucky colour: a digit drawn for everybody in a room; rooms differ in duration. The room is in the address. */
export function LuckyPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const seconds = rooms.find((each) => each === search.get('room')) ?? '30'
  const name: RoomName = `luckyColor:${seconds}`
  const { room, isError, refetch } = useGameRoom(name)
  const game = useGameTerms('luckyColor')
  return (
    <RoomFrame
      title={t('app.game.luckyColor')}
      name={name}
      isKnown={room !== undefined && game.terms !== undefined}
      isError={isError || game.isError}
      onRetry={() => void (isError ? refetch() : game.refetch())}
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
      {room && game.terms && (
        <RoomTable
          key={name}
          name={name}
          room={room}
          terms={game.terms}
          head={(bets) => <LuckyHead room={room} bets={bets} />}
          board={(board) => <LuckyBoard {...board} />}
          tabs={[
            { label: t('lucky.page.draws'), shows: () => <Draws room={name} history={room.history} /> },
            { label: t('lucky.page.allBets'), shows: () => <AllBets room={room} /> },
          ]}
        />
      )}
    </RoomFrame>
  )
}
