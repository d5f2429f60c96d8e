import { StatusTag } from '@palpite/ui'
import { useId } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { Money } from '../../../shared/format/Money.tsx'
import { useText } from '../../../shared/text/text.ts'
import { PromisedLine } from '../records/PromisedLine.tsx'
import { isUnderWay, recordStateOf } from '../records/record-state.ts'

/** The pending withdrawals: state, promised time, and that none can be cancelled. */
export function WithdrawalsUnderWay() {
  const t = useText()
  const titleId = useId()
  // The last movements suffice: the daily number is limited. Without an answer nothing is shown; the records have
  // them.
  const { data } = useCall('GET /api/app/order/records', { query: {}, loading: false })
  const underWay = data?.records.filter(isUnderWay) ?? []
  if (underWay.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="grid gap-8 rounded-18 bg-surface-2 p-14">
      <h2 id={titleId} className="text-14 font-700">
        {t('wallet.underWay.title')}
      </h2>
      <ul className="grid gap-8">
        {underWay.map((record) => {
          const { tone, icon, text } = recordStateOf(record)
          return (
            <li key={record.orderId} className="grid gap-2">
              <p className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
                <Money cents={record.amountCents} className="text-14 font-600" />
                <StatusTag tone={tone} icon={icon}>
                  {t(text)}
                </StatusTag>
              </p>
              <PromisedLine record={record} />
            </li>
          )
        })}
      </ul>
      <p className="text-12 text-text-2">{t('wallet.underWay.note')}</p>
    </section>
  )
}
