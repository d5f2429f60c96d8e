import { cx, Icon, PackageFace } from '@palpite/ui'
import { useId } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Offer } from './packages.ts'

type Props = {
  offers: readonly Offer[]
  chosen: Offer | undefined
  onChoose: (offer: Offer) => void
  /** Columns: three on the main page, two in the prompt. */
  columns: 2 | 3
}

/** The packages, one selectable. */
export function PackageGrid({ offers, chosen, onChoose, columns }: Props) {
  const t = useText()
  const format = useFormat()
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={t('wallet.packages.label')}
      className={cx(
        'grid gap-8 roomy:grid-cols-1!',
        columns === 3 ? 'grid-cols-3 narrow:grid-cols-2' : 'grid-cols-2',
      )}
    >
      {offers.map((offer) => (
        <label key={offer.pkgId} className="relative block cursor-pointer">
          <input
            type="radio"
            name={name}
            checked={offer.pkgId === chosen?.pkgId}
            onChange={() => onChoose(offer)}
            className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-14"
          />
          <span className="hairline pointer-events-none grid min-h-68 place-content-center justify-items-center gap-4 rounded-14 bg-surface-2 px-4 text-center transition-[translate] duration-(--dur-2) peer-hover:ring-input peer-checked:-translate-y-2 peer-checked:bg-brand-tint peer-checked:ring-brand">
            <PackageFace
              price={format.money(offer.paidCents)}
              was={offer.paidCents < offer.priceCents ? format.money(offer.priceCents) : undefined}
              gift={
                offer.giftCents > 0
                  ? t('wallet.packages.gift', { gift: format.money(offer.giftCents) })
                  : undefined
              }
            />
          </span>
          <Icon
            name="check-circle-fill"
            className="pointer-events-none invisible absolute -end-4 -top-6 size-20 rounded-full bg-surface-1 text-brand-text peer-checked:visible"
          />
        </label>
      ))}
    </div>
  )
}
