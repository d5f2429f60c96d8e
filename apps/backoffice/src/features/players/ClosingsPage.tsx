import { useMemo } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, moneyColumn, momentColumn, playerColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { type TextKey, useText } from '../../shared/text.ts'

type Closing = DataOf<'GET /api/backoffice/closings'>['items'][number]

const whyTexts = {
  player: 'closings.why.player',
  exclusion: 'closings.why.exclusion',
  impediment: 'closings.why.impediment',
} as const satisfies Record<Closing['why'], TextKey>

/** Closed accounts: date, reason, and when the data are or were deleted. */
export function ClosingsPage() {
  const t = useText()
  return (
    <ListPage
      title={t('nav.closings.name')}
      note={t('closings.page.note')}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/closings', {})}
      keyOf={({ playerId }) => String(playerId)}
      empty={{ title: t('closings.list.empty') }}
    />
  )
}

function useColumns(): readonly ListColumn<Closing>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(() => {
    const due = (until: string, deletedAt: string | null) =>
      deletedAt === null
        ? t('closings.until.due', { at: format.time(until) })
        : t('closings.until.done', { at: format.time(deletedAt) })
    return [
      playerColumn(),
      {
        id: 'why',
        head: 'closings.column.why',
        cell: ({ why }) => t(whyTexts[why]),
        csv: ({ why }) => why,
      },
      momentColumn(
        { id: 'closedAt', head: 'closings.column.closedAt', of: ({ closedAt }) => closedAt },
        format.time,
      ),
      moneyColumn({ id: 'cash', head: 'closings.column.cash', of: ({ cashCents }) => cashCents }, format),
      {
        id: 'contact',
        head: 'closings.column.contact',
        cell: ({ contactUntil, contactDeletedAt }) => due(contactUntil, contactDeletedAt),
        csv: ({ contactUntil, contactDeletedAt }) => contactDeletedAt ?? contactUntil,
      },
      {
        id: 'person',
        head: 'closings.column.person',
        cell: ({ personUntil, personDeletedAt }) => due(personUntil, personDeletedAt),
        csv: ({ personUntil, personDeletedAt }) => personDeletedAt ?? personUntil,
      },
    ]
  }, [t, format])
}
