import { limboReturnToPlayer } from '@palpite/games'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { PayRows } from '../paced/PayRows.tsx'
import { shareOf } from '../paced/worth.ts'

/** Targets in hundredths, from the lowest to the highest. */
const targets = [101, 150, 200, 500, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

/** What limbo pays at each target, how often it is reached, and its return: a little less at very high ones. */
export function LimboPayTable() {
  const t = useText()
  const format = useFormat()
  const hundredths = useHundredths()
  return (
    <PayRows
      label={t('proofs.rules.target')}
      rows={targets.map((target) => {
        const returned = shareOf(limboReturnToPlayer(target))
        return {
          // Short where it can be: a million and what it pays stand side by side on the smallest phone.
          name: target % 100 === 0 ? format.count(target / 100) : hundredths(target),
          multiplierE4: target * 100,
          chance: (returned * 100) / target,
          returned,
        }
      })}
    />
  )
}
