import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { feeOf, type Method, usdtHundredths, type WithdrawLimits } from './withdraw-rules.ts'

type Props = { amountCents: number; limits: WithdrawLimits; method: Method }

/** Fee, net amount, and time. */
export function WithdrawSummary({ amountCents, limits, method }: Props) {
  const t = useText()
  const format = useFormat()
  const { feeCents, netCents } = feeOf(amountCents, limits)
  const line = (label: string, value: string) => (
    <div className="flex flex-wrap justify-between gap-x-12">
      <dt className="text-text-2">{label}</dt>
      <dd className="text-end font-600">{value}</dd>
    </div>
  )
  return (
    <dl aria-live="polite" className="grid gap-6 rounded-14 bg-surface-2 p-14 text-14">
      {line(
        t('wallet.withdraw.fee', { percent: format.percent(limits.serviceAmount, 2) }),
        format.money(feeCents),
      )}
      {method !== 'USDT' && line(t('wallet.withdraw.net'), format.money(netCents))}
      {method === 'USDT' && (
        <>
          {line(
            t('wallet.withdraw.rate'),
            t('wallet.withdraw.rateOf', { rate: format.rate(limits.usdtRate) }),
          )}
          {limits.usdtRateAt !== null && line(t('wallet.usdt.rateAt'), format.when(limits.usdtRateAt))}
          {line(t('wallet.withdraw.mining'), t('wallet.withdraw.usdtAmount', { amount: '1' }))}
          {line(
            t('wallet.withdraw.usdt'),
            t('wallet.withdraw.usdtAmount', {
              amount: format.usdt(usdtHundredths(netCents, limits.usdtRate) / 100),
            }),
          )}
        </>
      )}
      {line(t('wallet.withdraw.term'), `${t('wallet.withdraw.hours')}, ${t('wallet.withdraw.fastest')}`)}
    </dl>
  )
}
