import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'

type Props = { plainMilli: number; boostedMilli: number }

/** A boosted price after the plain one struck through. */
export function BoostedPrice({ plainMilli, boostedMilli }: Props) {
  const t = useText()
  const { price } = useFormat()
  return (
    <span className="flex items-baseline gap-6">
      <s className="text-13 font-500 text-text-2">
        <span className="sr-only">{t('sportsbook.leg.before')} </span>
        {price(plainMilli)}
      </s>
      <span className="text-18 font-800 tracking-tight text-brand-text">
        <span className="sr-only">{t('sportsbook.leg.price')} </span>
        {price(boostedMilli)}
      </span>
    </span>
  )
}
