import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { PayRows } from '../paced/PayRows.tsx'
import { ChosenTerms } from '../shell/ChosenTerms.tsx'
import { useChosenSetting } from '../shell/chosen-setting.ts'
import { limboTerms } from '../shell/setting-terms.ts'

/** Targets in hundredths, from the lowest to the highest. */
const targets = [101, 150, 200, 500, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

/** Limbo's payout, chance and return per target; very high targets return slightly less. */
export function LimboPayTable() {
  const t = useText()
  const format = useFormat()
  const hundredths = useHundredths()
  const chosen = useChosenSetting('limbo')
  return (
    <>
      <ChosenTerms
        setting={t('games.setting.target', { target: hundredths(chosen) })}
        terms={limboTerms(chosen)}
      />
      <PayRows
        label={t('proofs.rules.target')}
        rows={targets.map((target) => {
          const { returned, chance, maxMultiplierE4 } = limboTerms(target)
          return {
            // Shortened: a million and its payout must fit side by side on the smallest phone.
            name: target % 100 === 0 ? format.count(target / 100) : hundredths(target),
            multiplierE4: maxMultiplierE4,
            chance,
            returned,
          }
        })}
      />
    </>
  )
}
