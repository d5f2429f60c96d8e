import { Button } from '@palpite/ui'
import { useState } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { newRequestId } from '../../shared/request-id.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'

/** An incoming payment without an order. */
export type Unmatched = DataOf<'GET /api/backoffice/topups/unmatched'>['items'][number]

/** An unmatched payment: its origin, and the return. */
export function PaymentDrawer({ payment, onClose }: { payment: Unmatched; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const mayGiveBack = useMay('topups.giveBack')
  return (
    <Drawer
      title={format.money(payment.amountCents)}
      onClose={onClose}
      footer={mayGiveBack && !payment.isUnderWay && <GiveBack payment={payment} onDone={onClose} />}
    >
      <Facts
        facts={[
          [t('deposits.column.ref'), <code key="ref">{payment.providerRef}</code>],
          [t('deposits.column.charge'), payment.chargeRef ?? '–'],
          [t('deposits.column.provider'), payment.provider],
          [t('deposits.column.paidAt'), format.time(payment.paidAt)],
          [t('deposits.column.seenAt'), format.time(payment.seenAt)],
          [
            t('list.column.state'),
            t(payment.isUnderWay ? 'deposits.state.underWay' : 'deposits.state.waits'),
          ],
        ]}
      />
    </Drawer>
  )
}

/** Returns the whole payment with a reason, after confirmation. */
function GiveBack({ payment, onDone }: { payment: Unmatched; onDone: () => void }) {
  const t = useText()
  const format = useFormat()
  const [requestId] = useState(newRequestId)
  const [reason, setReason] = useState('')
  const [isSure, setSure] = useState(false)
  const command = useCommand('POST /api/backoffice/topups/giveBack')
  const giveBack = () =>
    command.mutate(
      { body: { requestId, providerRef: payment.providerRef, reason } },
      {
        onSuccess: ({ amountCents }) => {
          say(t('deposits.giveback.done', { amount: format.money(amountCents) }))
          onDone()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  return (
    <form
      className="grid gap-10"
      onSubmit={(event) => {
        event.preventDefault()
        if (isSure) giveBack()
        else setSure(true)
      }}
    >
      <TextArea
        label={t('reason.field.label')}
        hint={t('reason.field.hint')}
        rows={2}
        value={reason}
        onChange={setReason}
      />
      <Button
        submit
        kind={isSure ? 'danger' : 'primary'}
        size="s"
        block
        busy={command.isPending}
        disabled={reason.trim() === ''}
      >
        {isSure
          ? t('deposits.giveback.confirm', { amount: format.money(payment.amountCents) })
          : t('deposits.giveback.button')}
      </Button>
    </form>
  )
}
