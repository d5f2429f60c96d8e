import { Icon } from '@palpite/ui'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { requestPayment } from '../payment/use-payment.ts'

type Props = { orderId: string; amountCents: number }

/** Reopens a top-up's payment page, if the server finds it open. The whole row is pressable. */
export function ContinuePayment({ orderId, amountCents }: Props) {
  const t = useText()
  const format = useFormat()
  const opening = useCommand({
    mutationFn: () => requestPayment(orderId),
    onSuccess: (payment) => openOverlay('payment', { ...payment, isReopened: true }),
    // The record is outdated.
    onError: () => refreshCalls('GET /api/app/order/records'),
  })
  return (
    <button
      type="button"
      aria-label={t('wallet.records.payNowOf', { amount: format.money(amountCents) })}
      aria-busy={opening.isPending || undefined}
      onClick={() => opening.mutate()}
      data-opens-row
      className="flex cursor-pointer items-center gap-4 justify-self-start text-13 font-600 text-brand-text hover:underline before:absolute before:inset-0 before:rounded-18"
    >
      {t('wallet.records.payNow')}
      <Icon
        name={opening.isPending ? 'spinner-gap-bold' : 'caret-right-bold'}
        className={opening.isPending ? 'spin size-14' : 'size-14'}
      />
    </button>
  )
}
