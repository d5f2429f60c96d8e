import { useId } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Offer } from './packages.ts'
import { useWageringText } from './use-wagering-text.ts'

type Props = {
  offer: Offer
  wantsGift: boolean
  onChoose: (wantsGift: boolean) => void
}

/** With the gift and its wagering, or without promotions: two clear choices, neither of them hidden. */
export function GiftChoice({ offer, wantsGift, onChoose }: Props) {
  const t = useText()
  const format = useFormat()
  const name = useId()
  const wagering = useWageringText()
  const choice = (value: boolean, title: string, note: string) => (
    <label className="relative block cursor-pointer">
      <input
        type="radio"
        name={name}
        checked={wantsGift === value}
        onChange={() => onChoose(value)}
        aria-label={title}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-14"
      />
      <span className="hairline pointer-events-none flex min-h-60 items-center gap-12 rounded-14 bg-surface-2 px-14 py-10 peer-hover:ring-input peer-checked:bg-brand-tint peer-checked:ring-brand">
        <span
          data-dot
          aria-hidden="true"
          className="ring-input size-20 shrink-0 rounded-full in-[:checked+*]:bg-brand in-[:checked+*]:shadow-none in-[:checked+*]:ring-5 in-[:checked+*]:ring-on-brand in-[:checked+*]:ring-inset"
        />
        <span className="grid gap-2">
          <span className="text-14 font-600">{title}</span>
          <span className="text-12 text-text-2">{note}</span>
        </span>
      </span>
    </label>
  )
  return (
    <div role="radiogroup" aria-label={t('wallet.gift.label')} className="grid gap-8">
      {choice(true, t('wallet.gift.with', { gift: format.money(offer.giftCents) }), wagering(offer, true))}
      {choice(false, t('wallet.gift.without'), wagering(offer, false))}
    </div>
  )
}
