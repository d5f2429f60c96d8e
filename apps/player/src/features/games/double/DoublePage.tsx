import { useText } from '../../../shared/text/text.ts'
import { RoomFrame } from '../room/RoomFrame.tsx'
import { RoomTable } from '../room/RoomTable.tsx'
import { useGameRoom } from '../room/use-game-room.ts'
import { useGameTerms } from '../shell/use-game.ts'
import { ColourButtons } from './ColourButtons.tsx'
import { CountdownBar } from './CountdownBar.tsx'
import { DoubleResult } from './DoubleResult.tsx'
import { HistoryChart } from './HistoryChart.tsx'
import { LastSlots } from './LastSlots.tsx'
import { Players } from './Players.tsx'
import { Strip } from './Strip.tsx'

/** Double: a strip of fifteen tiles that spins for everybody at once. Bet on colours; the server draws. */
export function DoublePage() {
  const t = useText()
  const { room, isError, refetch } = useGameRoom('double')
  const game = useGameTerms('double')
  return (
    <RoomFrame
      title={t('app.game.double')}
      name="double"
      isKnown={room !== undefined && game.terms !== undefined}
      isError={isError || game.isError}
      onRetry={() => void (isError ? refetch() : game.refetch())}
    >
      {room && game.terms && (
        <RoomTable
          name="double"
          room={room}
          terms={game.terms}
          head={(bets) => (
            <>
              <CountdownBar room={room} />
              <Strip room={room} />
              <DoubleResult room={room} bets={bets} />
              <LastSlots history={room.history} />
            </>
          )}
          board={(board) => <ColourButtons {...board} room={room} />}
          tabs={[
            { label: t('rooms.page.players'), shows: () => <Players room={room} /> },
            { label: t('rooms.chart.title'), shows: () => <HistoryChart history={room.history} /> },
          ]}
        />
      )}
    </RoomFrame>
  )
}
