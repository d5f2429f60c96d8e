import { Countdown, Icon, Sheet } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { alert } from '../../../shared/alerts.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { Money } from '../../../shared/format/Money.tsx'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'
import { backToForm } from './paid.ts'
import { payAddress } from './pay-address.ts'
import { PaymentFrame } from './PaymentFrame.tsx'
import { usePayment } from './use-payment.ts'
import { WaitingPanel } from './WaitingPanel.tsx'

/** The provider's page in a full-screen frame, the remaining time, and the panel below. */
export function PaymentSheet({ orderId, payNo, url, amountCents, isReopened }: OverlayInputs['payment']) {
  const t = useText()
  const payment = usePayment(orderId)
  const [isOver, setIsOver] = useState(false)
  const address = payAddress({ url, payNo, language: useLanguage() })
  useHintsOfFrame()

  const requestWhatNow = async () => {
    setIsOver(true)
    const again = await alert({
      text: t('wallet.payment.over'),
      kind: 'warn',
      okLabel: t('wallet.payment.again'),
      cancelLabel: t('wallet.payment.keepWaiting'),
    })
    if (again) backToForm()
  }
  return (
    <Sheet
      desk="panel"
      side="page"
      title={t('wallet.payment.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
      aside={
        <div className="grid justify-items-end text-12 text-text-2">
          <Money cents={amountCents} className="text-14 font-700 text-text" />
          <span className="flex min-h-18 items-center gap-4">
            {payment.endsAt !== undefined && (
              <>
                <Icon name="clock-countdown" className="size-14" />
                <span className="sr-only">{t('wallet.payment.left')} </span>
                <Countdown endsAt={payment.endsAt} onEnd={() => void requestWhatNow()} className="font-600" />
              </>
            )}
          </span>
        </div>
      }
      footer={
        <WaitingPanel
          orderId={orderId}
          amountCents={amountCents}
          leave={isReopened ? closeOverlay : backToForm}
        />
      }
    >
      <div className="flex h-full flex-col">
        <p className="flex min-h-44 shrink-0 items-center justify-between gap-8 border-y roomy:flex-wrap border-line px-16 text-12 text-text-2">
          <span>{t('wallet.payment.order', { id: orderId.slice(0, 8) })}</span>
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className="tap flex shrink-0 items-center justify-end gap-4 font-600 text-brand-text hover:underline"
          >
            {t('wallet.payment.open')}
            <Icon name="arrow-square-out" className="size-16" />
          </a>
        </p>
        <PaymentFrame
          address={address}
          code={isOver ? undefined : payment.code}
          onTryAgain={() => void (payment.isError && payment.refetch())}
        />
      </div>
    </Sheet>
  )
}

/** The framed page may redirect to our success page, which notifies us: query the server. */
const useHintsOfFrame = (): void => {
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.data !== 'payment') return
      void refreshCalls('GET /api/app/order/getStatus/:orderId')
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
}
