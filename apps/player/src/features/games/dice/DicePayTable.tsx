import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { ChosenTerms } from '../shell/ChosenTerms.tsx'
import { useChosenSetting } from '../shell/chosen-setting.ts'
import { diceTerms } from '../shell/setting-terms.ts'
import { PayRows } from '../paced/PayRows.tsx'

/** Roll-under targets in hundredths; rolling over the mirrored target pays the same. */
const targets = [1, 100, 500, 1000, 2500, 4950, 7500, 9800]

/** Dice payouts from the smallest to the largest chance, and how many of the 10,001 results win. */
export function DicePayTable() {
  const t = useText()
  const hundredths = useHundredths()
  const bet = useChosenSetting('dice')
  const line = hundredths(bet.targetHundredths)
  return (
    <>
      <ChosenTerms
        setting={t(bet.side === 'over' ? 'games.setting.over' : 'games.setting.under', { target: line })}
        terms={diceTerms(bet)}
      />
      <PayRows
        label={t('proofs.rules.under')}
        rows={targets.map((targetHundredths) => {
          const { returned, chance, maxMultiplierE4 } = diceTerms({ side: 'under', targetHundredths })
          return { name: hundredths(targetHundredths), multiplierE4: maxMultiplierE4, chance, returned }
        })}
      />
    </>
  )
}
