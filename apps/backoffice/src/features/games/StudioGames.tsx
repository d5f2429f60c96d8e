import { useMemo } from 'react'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import type { DataOf } from '../../shared/api.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, moneyColumn, tagColumn, wordColumn } from '../../shared/list-column.tsx'
import { type TextKey, useText } from '../../shared/text.ts'

type Studio = DataOf<'GET /api/backoffice/studios'>[number]
type StudioGame = Studio['games'][number] & { studio: string; isStudioOpen: boolean; accountCents: number }

const statusNames = {
  open: 'games.state.open',
  unpublished: 'games.state.unpublished',
  suspended: 'games.state.suspended',
} as const satisfies Record<string, TextKey>
const statusTones = { open: 'win', unpublished: 'neutral', suspended: 'warn' } as const

const statusOf = ({ isPublished, isSuspended, isStudioOpen }: StudioGame) =>
  isSuspended || !isStudioOpen ? 'suspended' : isPublished ? 'open' : 'unpublished'

/** The studio games: published, and suspended by operators. */
export function StudioGames() {
  const t = useText()
  const columns = useColumns()
  const asked = useAsked('GET /api/backoffice/studios', { query: {} })
  const rows: StudioGame[] = (asked.data ?? []).flatMap(({ name, isOpen, accountCents, games }) =>
    games.map((game) => ({ ...game, studio: name, isStudioOpen: isOpen, accountCents })),
  )
  const list = { ...wholeList(asked), rows, readAll: async () => rows }
  return (
    <div className="mt-24">
      <DataList
        name="estudios"
        title={t('games.studios.title')}
        isTitled
        columns={columns}
        list={list}
        keyOf={({ code }) => code}
        empty={{ title: t('games.studios.empty') }}
      />
    </div>
  )
}

function useColumns(): readonly ListColumn<StudioGame>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'name', head: 'plays.filter.game', of: ({ name }) => name }),
      wordColumn({ id: 'studio', head: 'games.column.studio', of: ({ studio }) => studio }),
      {
        id: 'code',
        head: 'games.column.code',
        cell: ({ code }) => <code>{code}</code>,
        csv: ({ code }) => code,
      },
      tagColumn({ id: 'state', of: statusOf, names: statusNames, tones: statusTones }, t),
      moneyColumn(
        { id: 'account', head: 'games.column.account', of: ({ accountCents }) => accountCents },
        format,
      ),
    ],
    [t, format],
  )
}
