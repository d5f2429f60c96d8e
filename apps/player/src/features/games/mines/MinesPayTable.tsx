import { minesChance, minesReturnToPlayer } from '@palpite/games'
import { useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { PayTable } from '../paced/PayTable.tsx'
import { shareOf } from '../paced/worth.ts'
import { ChosenTerms } from '../shell/ChosenTerms.tsx'
import { useChosenSetting } from '../shell/chosen-setting.ts'
import { minesTerms } from '../shell/setting-terms.ts'
import { MineCount } from './MineCount.tsx'
import { ladderOf } from './mines-board.ts'

/** For each mine count the payout, chance and return of every diamond. */
export function MinesPayTable() {
  const t = useText()
  const [count, setCount] = useState(useChosenSetting('mines'))
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
      <ChosenTerms setting={t('games.setting.mines', { count })} terms={minesTerms(count)} isPaced />
    </PayTable>
  )
}
