import { Button, Icon, StatusTag } from '@palpite/ui'
import { useState } from 'react'
import { alert } from '../../../shared/alerts.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { type Followed, useFollowedOrder } from './use-order.ts'

/** Below the payment page: "paid" and "cancel". "Paid" before the bank confirms is recorded, and waits. */
export function WaitingPanel(followed: Followed) {
  const t = useText()
  const { request, cancelling } = useFollowedOrder(followed)
  const [saidDone, setSaidDone] = useState(false)
  const [isAsking, setIsAsking] = useState(false)

  const complete = async () => {
    setIsAsking(true)
    const { isError } = await request()
    setIsAsking(false)
    if (isError) toast(t('app.connection.slow'), { icon: 'warning-fill' })
    else setSaidDone(true)
  }
  const cancel = async () => {
    const agreed = await alert({
      text: t('wallet.payment.cancelQuestion'),
      kind: 'warn',
      okLabel: t('wallet.payment.cancelYes'),
      cancelLabel: t('app.back.label'),
    })
    if (agreed) cancelling.mutate()
  }
  return (
    <div className="grid gap-10">
      <div role="status" className="flex items-center gap-8 text-12 text-text-2">
        {saidDone ? (
          <>
            <StatusTag tone="info" icon="clock-fill">
              {t('wallet.payment.marked')}
            </StatusTag>
            <span className="min-w-0 flex-1">{t('wallet.payment.markedText')}</span>
          </>
        ) : (
          <>
            <Icon name="spinner-gap-bold" className="spin size-20 shrink-0" />
            <span className="min-w-0 flex-1">{t('wallet.payment.waiting')}</span>
          </>
        )}
      </div>
      <div className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
        <Button
          kind="ghost"
          size="m"
          busy={cancelling.isPending}
          onClick={() => void cancel()}
          className="px-8"
        >
          {t('wallet.payment.cancel')}
        </Button>
        {/* The main action is in the page above: copying the code. */}
        <Button kind="secondary" size="m" busy={isAsking} onClick={() => void complete()} className="px-8">
          {t('wallet.payment.complete')}
        </Button>
      </div>
    </div>
  )
}
