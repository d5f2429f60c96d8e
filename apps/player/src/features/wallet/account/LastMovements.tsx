import { Icon, Skeleton } from '@palpite/ui'
import { Link } from 'wouter'
import { useCall } from '../../../shared/api/use-call.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { hrefOf } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { WalletRow } from '../records/WalletRow.tsx'

const shown = 5

const way = (href: string, label: string) => (
  <Link
    href={href}
    className="tap flex items-center justify-end gap-4 text-13 text-text-2 hover:text-text hover:underline"
  >
    {label}
    <Icon name="caret-right-bold" className="size-14" />
  </Link>
)

/** The last top-ups and withdrawals, with links to all and to the statement. */
export function LastMovements() {
  const t = useText()
  const { data, isError, refetch } = useCall('GET /api/app/order/records', { query: {}, loading: false })
  return (
    <section className="grid gap-8" aria-labelledby="last-movements">
      <div className="flex flex-wrap items-center justify-between gap-x-8 px-4">
        <h2 id="last-movements" className="text-16 font-700 tracking-tight">
          {t('wallet.account.last')}
        </h2>
        <span className="flex items-center gap-16">
          {way(hrefOf('registros', { tab: 'wallet', view: 'entries' }), t('wallet.statement.title'))}
          {way(hrefOf('registros', { tab: 'wallet' }), t('wallet.account.all'))}
        </span>
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
        <NotLoaded refetch={refetch} />
      ) : (
        <>
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </>
      )}
    </section>
  )
}
