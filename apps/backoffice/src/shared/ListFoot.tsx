import { Button, Icon } from '@palpite/ui'
import type { Paged } from './ask-again.ts'
import { useFormat } from './format.ts'
import { useText } from './text.ts'

/** Below a list: row count, age, next page. */
export function ListFoot({ list }: { list: Paged<unknown> }) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="flex min-h-32 flex-wrap items-center gap-x-12 gap-y-4 text-12 text-text-2">
      {!list.isLoading && (
        <p>
          {t('list.foot.count', { count: list.rows.length, more: list.hasMore ? 'yes' : 'no' })}
          {list.updatedAt > 0 && (
            <> · {t('list.foot.asOf', { at: format.time(new Date(list.updatedAt).toISOString()) })}</>
          )}
        </p>
      )}
      <Button kind="ghost" size="s" busy={list.isReloading} onClick={list.reload}>
        <Icon name="arrow-clockwise" className="size-16" />
        {t('list.foot.reload')}
      </Button>
      {list.hasMore && (
        <Button kind="outline" size="s" busy={list.isLoadingMore} onClick={list.loadMore}>
          {t('list.foot.more')}
        </Button>
      )}
    </div>
  )
}
