import { Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { BoostedBet } from './boost-rules.ts'
import { InsuranceLine } from './InsuranceLine.tsx'

type Props = { combined: BoostedBet | undefined }

/** The parlay's boost, and what its next step requires. Always visible beside the stake. */
export function BoostLine({ combined }: Props) {
  const t = useText()
  const { money, price, percent } = useFormat()
  const view = combined?.boost
  if (!view || (view.bps === 0 && !view.next)) return null
  const { boost, bps, addsCents, next } = view
  const shareOf = (each: number) => percent(each / 10_000)
  return (
    <section
      aria-label={t('sportsbook.boost.name')}
      className="grid gap-2 rounded-14 bg-win-tint px-12 py-6 text-12"
    >
      {bps > 0 && (
        <p role="status" className="flex items-center gap-6 text-13 font-600 text-win">
          <Icon name="lightning-fill" className="size-16 shrink-0" />
          {addsCents > 0
            ? t('sportsbook.boost.adds', { percent: shareOf(bps), amount: money(addsCents) })
            : t('sportsbook.boost.share', { percent: shareOf(bps) })}
        </p>
      )}
      {next && (
        <p className="font-600">
          {t('sportsbook.boost.next', {
            count: next.legs,
            odds: price(boost.minPriceMilli),
            percent: shareOf(next.bps),
          })}
        </p>
      )}
    </section>
  )
}

/** The boost's terms, and the parlay's other promises. */
export function BoostTerms({ combined }: Props) {
  const t = useText()
  const { money } = useFormat()
  const view = combined?.boost
  return (
    <>
      {view && (view.bps > 0 || view.next) && (
        <p className="px-4 text-12 text-text-2">
          {t('sportsbook.boost.terms', { amount: money(view.boost.maxCents) })}
        </p>
      )}
      <InsuranceLine combined={combined} />
    </>
  )
}
