import { useCall } from '../../../shared/api/use-call.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { usePolicy } from '../../../shared/use-policy.ts'
import { hiddenKey, hiddenName } from '../withdraw/payout-key.ts'
import { methodsFor } from '../withdraw/withdraw-rules.ts'

/** The route: PIX, which finds the bank by the key, or USDT with its network. */
const bankOf = (method: string, network = ''): string =>
  method === 'USDT' ? `USDT ${network}`.trim() : 'PIX'

/** The daily withdrawal limits and stored keys. Shown once loaded. */
export function DayLimits({ lx }: { lx: string }) {
  const t = useText()
  const format = useFormat()
  const { data } = useCall('GET /api/app/order/getWithdraw', { loading: false }, { staleTime: 0 })
  const policy = usePolicy()
  if (!data || policy.isPending) return null
  const line = (label: string, value: string) => (
    <div key={label} className="flex flex-wrap justify-between gap-x-12">
      <dt className="text-text-2">{label}</dt>
      <dd className="min-w-0 font-600 wrap-anywhere">{value}</dd>
    </div>
  )
  const kept = methodsFor(data, lx).flatMap((method) => {
    const key = data.cardInfo[method]?.payCardNo
    if (!key) return []
    const holder = data.cardInfo[method]?.name
    return [
      <dl key={method} className="hairline grid gap-8 rounded-18 bg-surface-1 p-14 text-14">
        {line(t('wallet.account.bank'), bankOf(method, data.cardInfo[method]?.network))}
        {holder ? line(t('wallet.account.account'), hiddenName(holder)) : null}
        {line(
          method === 'USDT' ? t('wallet.details.address') : t('wallet.withdraw.key', { method }),
          hiddenKey(method, key),
        )}
      </dl>,
    ]
  })
  return (
    <section className="grid gap-8" aria-labelledby="day-limits">
      <h2 id="day-limits" className="px-4 text-16 font-700 tracking-tight">
        {t('wallet.account.day')}
      </h2>
      <dl className="hairline grid gap-8 rounded-18 bg-surface-1 p-14 text-14">
        {policy.data?.countsWithdrawals && line(t('wallet.withdraw.leftToday'), String(data.number))}
        {line(t('wallet.account.least'), format.money(centsOf(Number(data.limitAmount))))}
        {line(t('wallet.account.most'), format.money(centsOf(data.maxAmount)))}
        {line(t('wallet.account.fee'), format.percent(data.serviceAmount, 2))}
      </dl>
      {kept.length > 0 && (
        <h3 className="px-4 pt-4 text-14 font-600 text-text-2">{t('wallet.account.kept')}</h3>
      )}
      {kept}
    </section>
  )
}
