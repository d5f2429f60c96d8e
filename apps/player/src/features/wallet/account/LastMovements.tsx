import { ErrorCard, Icon, Skeleton } from '@palpite/ui'
import { Link } from 'wouter'
import { useCall } from '../../../shared/api/use-call.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { WalletRow } from '../records/WalletRow.tsx'

const shown = 5

/** The last top-ups and withdrawals, and the way to all of them. */
export function LastMovements() {
  const t = useText()
  const { data, isError, refetch } = useCall('GET /api/app/order/records', { query: {}, loading: false })
  return (
    <section className="grid gap-8" aria-labelledby="last-movements">
      <div className="flex items-center justify-between gap-8 px-4">
        <h2 id="last-movements" className="text-16 font-700 tracking-tight">
          {t('wallet.account.last')}
        </h2>
        <Link
          href={hrefOf('registros', { tab: 'wallet' })}
          className="tap flex items-center justify-end gap-4 text-13 text-text-2 hover:text-text hover:underline"
        >
          {t('wallet.account.all')}
          <Icon name="caret-right-bold" className="size-14" />
        </Link>
      </div>
      {data ? (
        data.records.length > 0 ? (
          <ul className="grid gap-8">
            {data.records.slice(0, shown).map((record) => (
              <WalletRow key={record.orderId} record={record} />
            ))}
          </ul>
        ) : (
          <p className="rounded-18 bg-surface-1 p-16 text-13 text-text-2">{t('wallet.records.none')}</p>
        )
      ) : isError ? (
        <ErrorCard
          title={t('app.section.failed')}
          retryLabel={t('app.section.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </>
      )}
    </section>
  )
}
