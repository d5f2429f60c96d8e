import { type ReactNode, useState } from 'react'
import { BreakNotice } from '../../../shared/BreakNotice.tsx'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { WageringLeft } from '../../../shared/WageringLeft.tsx'
import { AutoAction } from '../auto/AutoAction.tsx'
import { AutoPanel } from '../auto/AutoPanel.tsx'
import type { GameTerms } from '../shell/use-game.ts'
import { StakeField } from '../StakeField.tsx'
import { BetNotice } from './BetNotice.tsx'
import { type OwnBet, stakesOf } from './bets.ts'
import { BetTools } from './BetTools.tsx'
import { firstChipCents } from './chips.ts'
import { OwnBets } from './OwnBets.tsx'
import { type RoomTab, RoomTabs } from './RoomTabs.tsx'
import { useBets } from './use-bets.ts'
import type { RoomName, RoomState } from './use-game-room.ts'
import { useRoomAuto } from './use-room-auto.ts'
import { useRoomFeedback } from './use-room-feedback.ts'

/** Props of a board: a tap places a chip, or selects the automatic pick. */
export type Board = {
  /** The player's stake on each pick. */
  own: ReadonlyMap<string, number>
  isDisabled: boolean
  onPick: (pick: string) => void
  /** Whether this is the automatic pick; undefined in manual mode. */
  isChosen: (pick: string) => boolean | undefined
}

type Props = {
  name: RoomName
  room: RoomState
  terms: GameTerms
  /** The round's phase and result. */
  head: (bets: readonly OwnBet[]) => ReactNode
  board: (board: Board) => ReactNode
  tabs: readonly RoomTab[]
}

/**
 * A room's table, manual or automatic: the part all shared games have. On a phone that lies on its side the bet is
 * beside the board; on a desktop it is on one side of it, other bets and history on the other.
 */
export function RoomTable({ name, room, terms, head, board, tabs }: Props) {
  const isLoggedIn = useIsLoggedIn()
  const bets = useBets(name, room)
  const [chipCents, setChipCents] = useState<number>(firstChipCents)
  const { auto, pick, choose } = useRoomAuto(name, room, terms)
  useRoomFeedback(room, bets.current)
  return (
    <div className="contents beside:grid beside:grid-cols-2 beside:items-start beside:gap-12 wide:grid wide:grid-cols-[calc(var(--spacing)*258)_minmax(0,1fr)_calc(var(--spacing)*168)] tree-wide:grid-cols-[calc(var(--spacing)*300)_minmax(0,1fr)_calc(var(--spacing)*256)] wide:items-start wide:gap-12">
      <div className="contents beside:grid beside:min-w-0 beside:gap-12 wide:order-2 wide:grid wide:min-w-0 wide:gap-12">
        {head(bets.current)}
        {board({
          own: stakesOf(bets.open),
          isDisabled: !isLoggedIn || auto.isRunning || (!auto.isChosen && !room.taking),
          onPick: auto.isChosen ? choose : (laid) => bets.place({ pick: laid, stakeCents: chipCents }),
          isChosen: (each) => (auto.isChosen ? each === pick : undefined),
        })}
      </div>
      <div className="contents beside:grid beside:min-w-0 beside:gap-12 wide:grid wide:min-w-0 wide:gap-12 wide:rounded-24 wide:bg-surface-1 wide:p-12">
        <BreakNotice what="games" />
        <AutoPanel auto={auto}>
          {auto.isChosen ? (
            <StakeField stake={auto.stake} />
          ) : (
            <BetTools bets={bets} chipCents={chipCents} onChip={setChipCents} />
          )}
        </AutoPanel>
        {auto.isChosen && <AutoAction auto={auto} isBusy={false} />}
        <BetNotice bets={bets} room={room} />
        <OwnBets bets={bets.open.length > 0 ? bets.open : bets.current} />
        <WageringLeft share="smallGamesBps" />
      </div>
      <div className="contents beside:col-span-2 beside:block beside:min-w-0 wide:order-3 wide:block wide:min-w-0">
        <RoomTabs tabs={tabs} />
      </div>
    </div>
  )
}
