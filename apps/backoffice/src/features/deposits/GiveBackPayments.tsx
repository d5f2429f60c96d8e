import { Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { centsOf, typedCents } from '../../shared/amounts.ts'
import { Answered } from '../../shared/Answered.tsx'
import type { DataOf } from '../../shared/api.ts'
import { useAsked, useCommand } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { useLook } from '../../shared/look.ts'
import { say } from '../../shared/notices.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'

type Payment = DataOf<'GET /api/backoffice/topups/ofOrder/:orderId'>['payments'][number]

/** Gives payments of an order back, whole or in part. They are read once it is opened: each view is audited. */
export function GiveBackPayments({ orderId }: { orderId: string }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const asked = useAsked(
    'GET /api/backoffice/topups/ofOrder/:orderId',
    { params: { orderId } },
    { isWanted: isOpen, everyMs: false },
  )
  return (
    <details
      className="hairline rounded-14 px-14"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-40 cursor-pointer items-center text-13 font-600">
        {t('deposits.part.title')}
      </summary>
      <div className="grid gap-16 pb-14">
        <p className="text-12 text-text-2">{t('deposits.part.note')}</p>
        {isOpen && (
          <Answered asked={asked} skeleton="h-160">
            {({ payments }) => payments.map((one) => <OnePayment key={one.providerRef} payment={one} />)}
          </Answered>
        )}
      </div>
    </details>
  )
}

/** What of a payment the bank has not given back. One that is not credited goes back by itself. */
const leftOf = ({ state, amountCents, reversedCents }: Payment): number =>
  state === 'credited' ? amountCents - reversedCents : 0

function OnePayment({ payment }: { payment: Payment }) {
  const t = useText()
  const format = useFormat()
  const leftCents = leftOf(payment)
  return (
    <section aria-label={payment.providerRef} className="grid gap-8 text-13">
      <p className="flex flex-wrap justify-between gap-8">
        <code>{payment.providerRef}</code>
        <b>{t('deposits.part.left', { amount: format.money(leftCents) })}</b>
      </p>
      {payment.underWayCents > 0 ? (
        <p className="text-12 text-text-2">
          {t('deposits.part.underWay', { amount: format.money(payment.underWayCents) })}
        </p>
      ) : (
        leftCents > 0 && <GiveBackPart key={leftCents} payment={payment} leftCents={leftCents} />
      )}
    </section>
  )
}

function GiveBackPart({ payment, leftCents }: { payment: Payment; leftCents: number }) {
  const t = useText()
  const format = useFormat()
  const { language } = useLook()
  const { requestId, next, after } = useRequestId()
  const [typed, setTyped] = useState(typedCents(leftCents, language === 'en' ? '.' : ','))
  const command = useCommand('POST /api/backoffice/topups/giveBack')
  const amountCents = centsOf(typed) ?? 0
  const isReady = amountCents > 0 && amountCents <= leftCents
  const amount = format.money(amountCents)
  return (
    <ReasonedAct<{ amountCents: number }>
      hint={t('reason.field.min')}
      button={isReady ? t('deposits.giveback.confirm', { amount }) : t('deposits.giveback.button')}
      isBusy={command.isPending}
      isReady={isReady}
      send={(reason, { onSuccess, onError }) =>
        command.mutate(
          { body: { requestId, providerRef: payment.providerRef, amountCents, reason } },
          {
            onSuccess,
            onError: (error) => {
              after(error)
              onError(error)
            },
          },
        )
      }
      onDone={(done) => {
        say(t('deposits.giveback.done', { amount: format.money(done.amountCents) }))
        next()
      }}
    >
      <Field
        label={t('deposits.column.amount')}
        error={isReady ? undefined : t('deposits.part.wrong', { amount: format.money(leftCents) })}
      >
        <TextInput
          size="s"
          inputMode="decimal"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
    </ReasonedAct>
  )
}
