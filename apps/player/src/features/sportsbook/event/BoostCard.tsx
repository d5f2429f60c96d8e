import { boostedPrice, isPriceMilli } from '@palpite/odds'
import type { Fixture } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { legMarket, legPick } from '../builder/builder-words.ts'
import { BoostedPrice } from '../prices/BoostedPrice.tsx'
import { legOf } from '../leg-of.ts'
import { toggleLeg, useSlip } from '../slip-store.ts'
import { useBoosts } from '../slip/use-boosts.ts'

/** A match's boosted prices, the plain ones struck through; a tap adds the selection to the slip. */
export function BoostCard({ fixture }: { fixture: Fixture }) {
  const t = useText()
  const { money, dayTime } = useFormat()
  const legs = useSlip((slip) => slip.legs)
  const { prices } = useBoosts()
  const boosted =
    fixture.matchStatus === 0 ? prices.filter(({ fixtureId }) => fixtureId === fixture.fixtureId) : []
  const rows = boosted.flatMap((boost) => {
    const market = fixture.markets.find(({ outcomes }) =>
      outcomes.some(({ outcomeId }) => outcomeId === boost.outcomeId),
    )
    const outcome = market?.outcomes.find(({ outcomeId }) => outcomeId === boost.outcomeId)
    if (!market || !outcome || market.status !== 'open' || !isPriceMilli(outcome.priceMilli)) return []
    return [
      {
        boost,
        leg: legOf(fixture, market, outcome),
        boostedMilli: boostedPrice(outcome.priceMilli, boost.bps),
      },
    ]
  })
  if (rows.length === 0) return null
  return (
    <section aria-label={t('sportsbook.boost.price')} className="grid gap-8 pt-10">
      {rows.map(({ boost, leg, boostedMilli }) => (
        <button
          key={boost.boostId}
          type="button"
          aria-pressed={legs.some(({ outcomeId }) => outcomeId === leg.outcomeId)}
          onClick={() => toggleLeg(leg)}
          className="hairline flex w-full cursor-pointer touch-manipulation items-center gap-8 rounded-18 bg-surface-1 p-12 text-start hover:bg-surface-2 aria-pressed:bg-brand-tint"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-12 font-600 text-win">{t('sportsbook.boost.price')}</span>
            <span className="block text-14 font-700 tracking-tight">{legPick(t, leg)}</span>
            <span className="block text-12 text-text-2">
              {legMarket(t, leg)} ·{' '}
              {t('sportsbook.boost.priceTerms', {
                amount: money(boost.maxStakeCents),
                time: dayTime(boost.endsAt),
              })}
            </span>
          </span>
          <BoostedPrice plainMilli={leg.priceMilli} boostedMilli={boostedMilli} />
        </button>
      ))}
    </section>
  )
}
