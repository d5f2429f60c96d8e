import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { Page } from '../../shared/Page.tsx'
import { Pick } from '../../shared/Pick.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { useText } from '../../shared/text.ts'
import { MarkDrawer } from './MarkDrawer.tsx'
import { type Mark, kindNames, statusNames, statusTones } from './mark.ts'

const views = ['open', 'seen', 'closed', 'all'] as const
type View = (typeof views)[number]

/** Accepted bets marked for review: late, large, several on one match, above fair price, or opposed to each other. */
export function MarksPage() {
  const t = useText()
  const address = useAddress()
  const view = views.find((one) => one === address.get('ver')) ?? 'open'
  const list = usePages('GET /api/backoffice/bets/marks', { status: view === 'all' ? undefined : view })
  const columns = useColumns()
  const open = list.rows.find(({ id }) => String(id) === address.get('aberto'))
  return (
    <Page
      title={t('nav.marks.name')}
      note={t('bets.page.note')}
      drawer={open && <MarkDrawer key={open.id} mark={open} onClose={() => address.set({ aberto: '' })} />}
    >
      <DataList
        title={t('nav.marks.name')}
        columns={columns}
        list={list}
        keyOf={({ id }) => String(id)}
        open={{ key: open ? String(open.id) : '', onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('bets.list.empty') }}
        isFiltered={view !== 'open'}
        onClearFilters={() => address.set({ ver: '' })}
        filters={
          <Pick<View>
            label={t('list.filter.state')}
            value={view}
            onChange={(next) => address.set({ ver: next === 'open' ? '' : next })}
            options={[
              { value: 'open', label: t(statusNames.open) },
              { value: 'seen', label: t(statusNames.seen) },
              { value: 'closed', label: t(statusNames.closed) },
              { value: 'all', label: t('bets.view.all') },
            ]}
          />
        }
      />
    </Page>
  )
}

function useColumns(): readonly ListColumn<Mark>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'bet',
        head: 'bets.column.bet',
        cell: ({ betId }) => `#${betId}`,
        csv: ({ betId }) => String(betId),
      },
      {
        id: 'kind',
        head: 'bets.column.kind',
        cell: ({ kind }) => <StatusTag tone="warn">{t(kindNames[kind])}</StatusTag>,
        csv: ({ kind }) => kind,
      },
      {
        id: 'player',
        head: 'list.column.player',
        cell: ({ playerId }) => <PlayerLink playerId={playerId} />,
        csv: ({ playerId }) => String(playerId),
      },
      {
        id: 'stake',
        head: 'bets.column.stake',
        isFigure: true,
        cell: ({ stakeCents }) => format.money(stakeCents),
        csv: ({ stakeCents }) => String(stakeCents),
      },
      {
        id: 'return',
        head: 'bets.column.return',
        isFigure: true,
        cell: ({ potentialReturnCents }) => format.money(potentialReturnCents),
        csv: ({ potentialReturnCents }) => String(potentialReturnCents),
      },
      {
        id: 'marks',
        head: 'bets.column.marks',
        isFigure: true,
        cell: ({ marksOfPlayer }) => format.number(marksOfPlayer),
        csv: ({ marksOfPlayer }) => String(marksOfPlayer),
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ status }) => <StatusTag tone={statusTones[status]}>{t(statusNames[status])}</StatusTag>,
        csv: ({ status }) => status,
      },
      {
        id: 'markedAt',
        head: 'bets.column.markedAt',
        cell: ({ markedAt }) => format.time(markedAt),
        csv: ({ markedAt }) => markedAt,
      },
    ],
    [t, format],
  )
}
