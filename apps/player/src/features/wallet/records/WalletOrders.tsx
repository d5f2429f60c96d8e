import { Button, Chip, Empty, Skeleton } from '@palpite/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { LoadMore } from '../../../shared/LoadMore.tsx'
import { openOverlay } from '../../../shared/overlays.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { Statement } from './Statement.tsx'
import { WalletRow } from './WalletRow.tsx'

const key = 'GET /api/app/order/records'

/** All top-ups and withdrawals, paged. Socket events invalidate them by the key's first part. */
const useWalletPages = () =>
  useInfiniteQuery({
    queryKey: [key, 'pages'],
    queryFn: ({ pageParam }) =>
      api(key, { query: pageParam === null ? {} : { cursor: pageParam }, loading: false, inline: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

type Shown = 'all' | '10' | '11'
const filters: readonly { value: Shown; text: TextKey }[] = [
  { value: 'all', text: 'wallet.records.all' },
  { value: '10', text: 'wallet.records.topUps' },
  { value: '11', text: 'wallet.records.withdrawals' },
]

/** All top-ups and withdrawals with their states, and the statement files. */
export function WalletOrders() {
  const t = useText()
  const pages = useWalletPages()
  const { data, isError, refetch } = pages
  const [shown, setShown] = useState<Shown>('all')
  if (!data) {
    return isError ? (
      <NotLoaded refetch={refetch} />
    ) : (
      <div className="grid gap-8">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-72" />
        ))}
      </div>
    )
  }
  const records = data.pages.flatMap((page) => page.records)
  const wanted = records.filter(({ type }) => shown === 'all' || type === shown)
  const deposit = (
    <Button size="m" onClick={() => openOverlay('deposit', { tab: 'deposit' })}>
      {t('wallet.deposit.tab')}
    </Button>
  )
  if (records.length === 0) {
    return (
      <Empty
        icon="wallet-duotone"
        title={t('wallet.records.none')}
        text={t('wallet.records.noneText')}
        action={deposit}
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-10">
      <div role="group" aria-label={t('wallet.records.filter')} className="flex flex-wrap gap-6">
        {filters.map(({ value, text }) => (
          <Chip key={value} chosen={value === shown} onClick={() => setShown(value)}>
            {t(text)}
          </Chip>
        ))}
      </div>
      {wanted.length === 0 && !pages.hasNextPage && (
        <p className="rounded-18 bg-surface-1 p-16 text-13 text-text-2">{t('wallet.records.noneOfKind')}</p>
      )}
      <ul className="grid gap-8 wide:grid-cols-2">
        {wanted.map((record) => (
          <WalletRow key={record.orderId} record={record} />
        ))}
      </ul>
      <LoadMore pages={pages} label={t('wallet.records.more')} />
      <Statement />
    </div>
  )
}
