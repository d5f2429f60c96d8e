import { limboReturnToPlayer } from '@palpite/games'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { PayRows } from '../paced/PayRows.tsx'
import { shareOf } from '../paced/worth.ts'

/** Targets in hundredths, from the lowest to the highest. */
const targets = [101, 150, 200, 500, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

/** What limbo pays at each target, how often it is reached, and its return: a little less at very high ones. */
export function LimboPayTable() {
  const t = useText()
  const hundredths = useHundredths()
  return (
    <PayRows
      label={t('proofs.rules.target')}
      rows={targets.map((target) => {
        const returned = shareOf(limboReturnToPlayer(target))
        return {
          name: t('games.fairness.times', { multiplier: hundredths(target) }),
          multiplierE4: target * 100,
          chance: (returned * 100) / target,
          returned,
        }
      })}
    />
  )
}
