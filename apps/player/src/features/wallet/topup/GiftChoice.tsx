import { Checkbox } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { bonusCents, type Offer } from './packages.ts'
import { useWageringText } from './use-wagering-text.ts'

type Props = {
  offer: Offer
  wantsGift: boolean
  onChoose: (wantsGift: boolean) => void
}

/** The gift with its wagering, and a checkbox to decline it (SPEC §5). Both choices state what must be wagered. */
export function GiftChoice({ offer, wantsGift, onChoose }: Props) {
  const t = useText()
  const format = useFormat()
  const wagering = useWageringText()
  return (
    <div
      role="group"
      aria-label={t('wallet.gift.label')}
      className="grid gap-6 rounded-14 bg-surface-2 px-14 py-10"
    >
      <p data-declined={!wantsGift || undefined} className="grid gap-2 data-declined:line-through">
        <span className="text-14 font-600">
          {t('wallet.gift.with', { gift: format.money(bonusCents(offer, true)) })}
        </span>
        <span className="text-12 text-text-2">{wagering(offer, true)}</span>
      </p>
      <Checkbox checked={!wantsGift} onChange={(event) => onChoose(!event.target.checked)}>
        {t('wallet.gift.without')}
      </Checkbox>
      <p className="text-12 text-text-2">{wagering(offer, false)}</p>
      <CountedShares />
    </div>
  )
}
