import { Button, Empty, ErrorCard, Skeleton } from '@palpite/ui'
import { usePages } from '../../shared/ask-again.ts'
import { actName, actorName } from '../../shared/audit-words.ts'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'

/** Operators' actions on and views of a player's account, from the audit chain, newest first. */
export function Timeline({ subject }: { subject: string }) {
  const t = useText()
  const format = useFormat()
  const list = usePages('GET /api/backoffice/audit', { subject })
  if (list.error)
    return (
      <ErrorCard
        title={t('list.failed.title')}
        text={list.error.said || t('list.failed.text')}
        retryLabel={t('list.failed.retry')}
        onRetry={list.reload}
      />
    )
  if (list.isLoading) return <Skeleton className="h-240" />
  if (list.rows.length === 0)
    return <Empty inCard icon="receipt-duotone" title={t('players.timeline.none')} />
  return (
    <div>
      <ol className="mb-10">
        {list.rows.map((row) => (
          <li key={row.id} className="border-b border-line py-8 text-13 last:border-0">
            <p className="flex justify-between gap-12">
              <span className="font-600">{actName(t, row.action)}</span>
              <span className="text-12 whitespace-nowrap text-text-2">{format.time(row.at)}</span>
            </p>
            <p className="text-12 text-text-2">{actorName(t, row)}</p>
            {typeof row.details['reason'] === 'string' && <p className="mt-2">{row.details['reason']}</p>}
          </li>
        ))}
      </ol>
      {list.hasMore && (
        <Button kind="outline" size="s" busy={list.isLoadingMore} onClick={list.loadMore}>
          {t('list.foot.more')}
        </Button>
      )}
    </div>
  )
}
