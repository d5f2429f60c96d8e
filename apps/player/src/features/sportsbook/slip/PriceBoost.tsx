import { Button } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { BoostedPrice } from '../prices/BoostedPrice.tsx'
import { boostOfSingle, type BoostedSingle } from './boost-rules.ts'
import { placeSlip, usePlacing } from './place-slip.ts'
import type { StakedLeg } from './slip-rules.ts'
import { useBoosts } from './use-boosts.ts'

/** The boosted price of the slip's one selection: the plain one struck through, terms, and a bet at it. */
export function PriceBoost({ legs, balanceCents }: { legs: readonly StakedLeg[]; balanceCents: number }) {
  const t = useText()
  const { money, price, dayTime } = useFormat()
  const busy = usePlacing((state) => state.busy)
  const isLoggedIn = useIsLoggedIn()
  const boosted = boostOfSingle(legs, useBoosts())
  if (!boosted) return null
  const { boost, staked, plainMilli, boostedMilli } = boosted
  const { stakeCents } = staked
  const fits = stakeCents > 0 && stakeCents <= Math.min(boost.maxStakeCents, balanceCents)
  return (
    <section
      aria-label={t('sportsbook.boost.price')}
      className="grid gap-6 rounded-14 bg-win-tint px-12 py-10"
    >
      <p className="flex items-baseline justify-between gap-8 text-13 font-600 text-win">
        {t('sportsbook.boost.price')}
        <BoostedPrice plainMilli={plainMilli} boostedMilli={boostedMilli} />
      </p>
      <p className="text-12 text-text-2">
        {t('sportsbook.boost.priceTerms', {
          amount: money(boost.maxStakeCents),
          time: dayTime(boost.endsAt),
        })}
      </p>
      {isLoggedIn && (
        <Button kind="secondary" size="m" disabled={busy || !fits} onClick={() => place(boosted)}>
          {t('sportsbook.boost.place', { amount: money(stakeCents), odds: price(boostedMilli) })}
        </Button>
      )}
    </section>
  )
}

const place = ({ boost, staked, boostedMilli }: BoostedSingle): void => {
  const leg = { ...staked.view.leg, priceMilli: boostedMilli }
  void placeSlip([{ leg, unitStakeCents: staked.stakeCents, priceBoostId: boost.boostId }])
}
