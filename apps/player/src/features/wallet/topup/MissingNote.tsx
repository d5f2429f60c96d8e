import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { type Offer, type OwnBounds, stillMissingCents } from './packages.ts'

type Props = { offers: readonly Offer[]; bounds: OwnBounds | undefined; missingCents: number }

/** The missing amount, and that one deposit may not suffice. */
export function MissingNote({ offers, bounds, missingCents }: Props) {
  const t = useText()
  const format = useFormat()
  const stillMissing = stillMissingCents(offers, missingCents, bounds)
  return (
    <p className="rounded-14 bg-warn-tint p-12 text-13">
      <strong className="block text-14 font-700">
        {t('wallet.deposit.missing', { amount: format.money(missingCents) })}
      </strong>
      {stillMissing > 0 &&
        t('wallet.deposit.stillMissing', {
          most: format.money(missingCents - stillMissing),
          amount: format.money(stillMissing),
        })}
    </p>
  )
}
