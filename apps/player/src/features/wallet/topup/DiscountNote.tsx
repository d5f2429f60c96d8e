import { Countdown, Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'

type Props = { discount: { discount: number; expiredTime: number }; onEnd: () => void }

/** The discount, how it is paid, and its exact remaining time. */
export function DiscountNote({ discount: { discount, expiredTime }, onEnd }: Props) {
  const t = useText()
  const format = useFormat()
  return (
    <p className="flex flex-wrap items-center gap-x-8 gap-y-2 rounded-14 bg-brand-tint p-12 text-13 font-600">
      <Icon name="clock-countdown" className="size-20 text-brand-text" />
      <span className="flex-1">{t('wallet.discount.off', { share: format.percent(discount, 2) })}</span>
      <span>
        {t('wallet.discount.left')} <Countdown endsAt={expiredTime} onEnd={onEnd} className="font-700" />
      </span>
      <span className="basis-full font-400">{t('wallet.discount.asBonus')}</span>
    </p>
  )
}
