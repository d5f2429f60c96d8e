import { Button, Empty, ErrorCard, Skeleton } from '@palpite/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ApiError, ask, type DataOf } from '../../shared/api.ts'
import { wordsOf } from '../../shared/failure.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'

type Account = DataOf<'GET /api/backoffice/players/:playerId/account'>

/** A player's balances and their ledger entries. Loaded once: each view is audited. */
export function Money({ playerId }: { playerId: number }) {
  const t = useText()
  const format = useFormat()
  const asked = useInfiniteQuery<Account, ApiError, { pages: Account[] }, unknown[], string | undefined>({
    queryKey: ['account', playerId],
    queryFn: ({ pageParam }) =>
      ask('GET /api/backoffice/players/:playerId/account', {
        params: { playerId: String(playerId) },
        query: pageParam === undefined ? {} : { cursor: pageParam },
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 60_000,
  })
  const first = asked.data?.pages[0]
  if (asked.error)
    return (
      <ErrorCard
        title={t('list.failed.title')}
        text={wordsOf(asked.error, t)}
        retryLabel={t('list.failed.retry')}
        onRetry={() => void asked.refetch()}
      />
    )
  if (!first) return <Skeleton className="h-240" />
  const entries = asked.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <Facts
        facts={[
          [t('players.money.cash'), format.money(first.cashCents)],
          [t('players.money.bonus'), format.money(first.bonusCents)],
          [t('players.money.owed'), format.money(first.owedCents)],
          [t('players.money.in'), format.money(first.paidInCents)],
          [t('players.money.out'), format.money(first.paidOutCents)],
          [t('players.money.vip'), format.number(first.vipLevel)],
        ]}
      />
      <div>
        <h3 className="mb-6 text-13 font-700">{t('players.money.entries')}</h3>
        {entries.length === 0 && <Empty inCard icon="receipt-duotone" title={t('players.money.none')} />}
        <ol>
          {entries.map(({ id, key, account, amountCents, afterCents, at }) => (
            <li
              key={id}
              className="grid grid-cols-[1fr_auto] gap-x-12 border-b border-line py-7 text-13 last:border-0"
            >
              <code className="truncate">{key}</code>
              <span className="text-end font-600">{format.money(amountCents)}</span>
              <span className="text-12 text-text-2">
                {format.time(at)} · {t(account === 'cash' ? 'players.money.cash' : 'players.money.bonus')}
              </span>
              <span className="text-end text-12 text-text-2">{format.money(afterCents)}</span>
            </li>
          ))}
        </ol>
        {asked.hasNextPage && (
          <Button
            kind="outline"
            size="s"
            busy={asked.isFetchingNextPage}
            onClick={() => void asked.fetchNextPage()}
          >
            {t('list.foot.more')}
          </Button>
        )}
      </div>
    </>
  )
}
