import { rowChance, type RowDifficulty, rowReturnToPlayer } from '@palpite/games'
import { useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { PayTable } from '../paced/PayTable.tsx'
import { shareOf } from '../paced/worth.ts'
import { difficultyTexts } from '../round-texts.ts'
import { ChosenTerms } from '../shell/ChosenTerms.tsx'
import { useChosenSetting } from '../shell/chosen-setting.ts'
import { rowTerms } from '../shell/setting-terms.ts'
import { Difficulty } from './Difficulty.tsx'
import { towerOf } from './tower.ts'

/** For each difficulty the payout, chance and return of every row. */
export function RowPayTable() {
  const t = useText()
  const [difficulty, setDifficulty] = useState<RowDifficulty>(useChosenSetting('rowDouble'))
  return (
    <PayTable
      game="rowDouble"
      stepLabel={t('games.rowDouble.rows')}
      rows={towerOf(difficulty, undefined).map(({ row, multiplierE4 }) => ({
        multiplierE4,
        chance: shareOf(rowChance(difficulty, row + 1)),
        returned: shareOf(rowReturnToPlayer(difficulty, row + 1)),
      }))}
    >
      <Difficulty value={difficulty} onChange={setDifficulty} disabled={false} />
      <ChosenTerms setting={t(difficultyTexts[difficulty])} terms={rowTerms(difficulty)} isPaced />
    </PayTable>
  )
}
