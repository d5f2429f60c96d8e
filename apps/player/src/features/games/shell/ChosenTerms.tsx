import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { SettingTerms } from './setting-terms.ts'

type Props = {
  /** The setting in words: "3 mines", "over 50.50". */
  setting: string
  terms: SettingTerms
  /** In step games: the first step's chance, the last one's payout. */
  isPaced?: boolean
}

/** The chosen setting's return, chance and maximum payout. */
export function ChosenTerms({
  setting,
  terms: { returned, chance, maxMultiplierE4 },
  isPaced = false,
}: Props) {
  const t = useText()
  const format = useFormat()
  const fact = (name: string, value: string) => (
    <div className="grid gap-2">
      <dt className="text-12 text-text-2">{name}</dt>
      <dd className="text-16 font-700 text-text">{value}</dd>
    </div>
  )
  return (
    <section
      aria-label={setting}
      className="hairline grid gap-8 rounded-14 bg-surface-2 p-12"
      aria-live="polite"
    >
      <h3 className="text-14 font-700 text-text">{t('games.setting.title', { setting })}</h3>
      <dl className="grid grid-cols-3 gap-8">
        {fact(t('games.setting.return'), format.percent(returned, 2))}
        {fact(
          t(isPaced ? 'games.setting.firstChance' : 'games.setting.chance'),
          format.percent(chance, chance < 0.0001 ? 6 : 2),
        )}
        {fact(t('games.setting.most'), format.multiplier(maxMultiplierE4))}
      </dl>
    </section>
  )
}
