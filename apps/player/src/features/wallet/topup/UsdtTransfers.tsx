import type { Calls } from '@palpite/contract'
import { ErrorCard, Skeleton, StatusTag, type Tone } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'

type Transfer = Calls['GET /api/app/order/usdtTopUps']['data']['transfers'][number]

const POLL_MS = 10_000

/** Recent arrivals at the player's addresses, with confirmations. */
export function UsdtTransfers() {
  const t = useText()
  const { data, isError, refetch } = useCall(
    'GET /api/app/order/usdtTopUps',
    { loading: false },
    { refetchInterval: POLL_MS },
  )
  return (
    <section aria-label={t('wallet.usdt.recent')} className="grid gap-8">
      <h2 className="text-14 font-700">{t('wallet.usdt.recent')}</h2>
      {isError && !data && (
        <ErrorCard
          title={t('app.section.failed')}
          retryLabel={t('app.section.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {!isError && !data && <Skeleton className="h-68" />}
      {data?.transfers.length === 0 && <p className="text-13 text-text-2">{t('wallet.usdt.none')}</p>}
      {data && data.transfers.length > 0 && (
        <ul aria-live="polite" className="grid gap-6">
          {data.transfers.map((transfer) => (
            <Row key={`${transfer.hash} ${transfer.at} ${transfer.amount}`} transfer={transfer} />
          ))}
        </ul>
      )}
    </section>
  )
}

const tones: Record<Transfer['status'], Tone> = {
  seen: 'info',
  gone: 'neutral',
  credited: 'win',
  taken_back: 'loss',
  below_min: 'warn',
  no_rate: 'warn',
}

function Row({ transfer }: { transfer: Transfer }) {
  const t = useText()
  const format = useFormat()
  const { amount, network, status, confirmations, needed, amountCents, rates } = transfer
  const words: Record<Transfer['status'], string> = {
    seen: t('wallet.usdt.seen', { done: confirmations, needed }),
    gone: t('wallet.usdt.gone'),
    credited: t('wallet.usdt.credited'),
    taken_back: t('wallet.usdt.takenBack'),
    below_min: t('wallet.usdt.belowMin'),
    no_rate: t('wallet.usdt.noRate'),
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-8 rounded-14 bg-surface-2 px-14 py-10 text-14">
      <span>
        <span className="font-600">
          {t('wallet.withdraw.usdtAmount', { amount: format.usdt(Number(amount)) })}
        </span>{' '}
        <span className="text-12 text-text-2">{network}</span>
        {amountCents !== null && (
          <span className="block text-13 text-text-2">{format.money(amountCents)}</span>
        )}
        {rates.map((part, at) => (
          <span key={at} className="block text-12 text-text-2">
            {t('wallet.usdt.part', {
              amount: format.usdt(Number(part.amount)),
              rate: format.rate(part.rate),
            })}
          </span>
        ))}
      </span>
      <StatusTag tone={tones[status]}>{words[status]}</StatusTag>
    </li>
  )
}
