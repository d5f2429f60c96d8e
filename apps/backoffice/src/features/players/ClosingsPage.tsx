import { useMemo } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { Page } from '../../shared/Page.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { type TextKey, useText } from '../../shared/text.ts'

type Closing = DataOf<'GET /api/backoffice/closings'>['items'][number]

const whyTexts = {
  player: 'closings.why.player',
  exclusion: 'closings.why.exclusion',
} as const satisfies Record<Closing['why'], TextKey>

/** Closed accounts: since when and why, and when what is kept of their players is deleted, or was. */
export function ClosingsPage() {
  const t = useText()
  const list = usePages('GET /api/backoffice/closings', {})
  return (
    <Page title={t('nav.closings.name')} note={t('closings.page.note')}>
      <DataList
        title={t('nav.closings.name')}
        columns={useColumns()}
        list={list}
        keyOf={({ playerId }) => String(playerId)}
        empty={{ title: t('closings.list.empty') }}
      />
    </Page>
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
      {
        id: 'player',
        head: 'list.column.player',
        cell: ({ playerId }) => <PlayerLink playerId={playerId} />,
        csv: ({ playerId }) => String(playerId),
      },
      {
        id: 'why',
        head: 'closings.column.why',
        cell: ({ why }) => t(whyTexts[why]),
        csv: ({ why }) => why,
      },
      {
        id: 'closedAt',
        head: 'closings.column.closedAt',
        cell: ({ closedAt }) => format.time(closedAt),
        csv: ({ closedAt }) => closedAt,
      },
      {
        id: 'cash',
        head: 'closings.column.cash',
        cell: ({ cashCents }) => format.money(cashCents),
        csv: ({ cashCents }) => String(cashCents),
      },
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
