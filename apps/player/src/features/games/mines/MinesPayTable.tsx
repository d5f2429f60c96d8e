import { minesChance, minesReturnToPlayer } from '@palpite/games'
import { useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { PayTable } from '../paced/PayTable.tsx'
import { shareOf } from '../paced/worth.ts'
import { MineCount } from './MineCount.tsx'
import { ladderOf } from './mines-board.ts'

/** For each count of mines what every diamond pays, how likely it is and what it returns. */
export function MinesPayTable() {
  const t = useText()
  const [count, setCount] = useState(3)
  return (
    <PayTable
      game="mines"
      stepLabel={t('games.mines.found')}
      rows={ladderOf(count).map((multiplierE4, place) => ({
        multiplierE4,
        chance: shareOf(minesChance(count, place + 1)),
        returned: shareOf(minesReturnToPlayer(count, place + 1)),
      }))}
    >
      <MineCount count={count} onCount={setCount} disabled={false} />
    </PayTable>
  )
}
