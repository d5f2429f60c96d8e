import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import type { DataOf } from '../../shared/api.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { useText } from '../../shared/text.ts'

type Studio = DataOf<'GET /api/backoffice/studios'>[number]
type StudioGame = Studio['games'][number] & { studio: string; isStudioOpen: boolean; accountCents: number }

/** The games of studios: which are published, and which operators have suspended. */
export function StudioGames() {
  const t = useText()
  const columns = useColumns()
  const asked = useAsked('GET /api/backoffice/studios', { query: {} })
  const rows: StudioGame[] = (asked.data ?? []).flatMap(({ name, isOpen, accountCents, games }) =>
    games.map((game) => ({ ...game, studio: name, isStudioOpen: isOpen, accountCents })),
  )
  const list = { ...wholeList(asked), rows, readAll: async () => rows }
  return (
    <section className="mt-24">
      <h2 className="mb-8 text-16 font-700">{t('games.studios.title')}</h2>
      <DataList
        name="estudios"
        title={t('games.studios.title')}
        columns={columns}
        list={list}
        keyOf={({ code }) => code}
        empty={{ title: t('games.studios.empty') }}
      />
    </section>
  )
}

function useColumns(): readonly ListColumn<StudioGame>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'name', head: 'plays.filter.game', cell: ({ name }) => name, csv: ({ name }) => name },
      {
        id: 'studio',
        head: 'games.column.studio',
        cell: ({ studio }) => studio,
        csv: ({ studio }) => studio,
      },
      {
        id: 'code',
        head: 'games.column.code',
        cell: ({ code }) => <code>{code}</code>,
        csv: ({ code }) => code,
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ isPublished, isSuspended, isStudioOpen }) =>
          isSuspended || !isStudioOpen ? (
            <StatusTag tone="warn">{t('games.state.suspended')}</StatusTag>
          ) : (
            <StatusTag tone={isPublished ? 'win' : 'neutral'}>
              {t(isPublished ? 'games.state.open' : 'games.state.unpublished')}
            </StatusTag>
          ),
        csv: ({ isPublished, isSuspended, isStudioOpen }) =>
          String(isPublished && !isSuspended && isStudioOpen),
      },
      {
        id: 'account',
        head: 'games.column.account',
        isFigure: true,
        cell: ({ accountCents }) => format.money(accountCents),
        csv: ({ accountCents }) => (accountCents / 100).toFixed(2),
      },
    ],
    [t, format],
  )
}
