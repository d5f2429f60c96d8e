import { DICE_RESULTS, diceMultiplier, diceReturnToPlayer } from '@palpite/games'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { PayRows } from '../paced/PayRows.tsx'

/** Targets to roll under, in hundredths; over the same distance from the other end pays alike. */
const targets = [1, 100, 500, 1000, 2500, 4950, 7500, 9800]

/** What dice pays from its longest chance to its safest, and how often each wins: of 10,001 results. */
export function DicePayTable() {
  const t = useText()
  const hundredths = useHundredths()
  return (
    <PayRows
      label={t('proofs.rules.under')}
      rows={targets.map((targetHundredths) => {
        const bet = { side: 'under', targetHundredths } as const
        const { n, d } = diceReturnToPlayer(bet)
        return {
          name: hundredths(targetHundredths),
          multiplierE4: diceMultiplier(bet),
          chance: targetHundredths / DICE_RESULTS,
          returned: n / d,
        }
      })}
    />
  )
}
