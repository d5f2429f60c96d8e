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
import { type Case, useReasonWords, waits } from './case-words.ts'
import { CaseDrawer } from './CaseDrawer.tsx'

type View = 'open' | 'closed'

/** Cases of signs of harm: those that wait for a person first, or those that are closed. */
export function CasesPage() {
  const t = useText()
  const address = useAddress()
  const view: View = address.get('ver') === 'closed' ? 'closed' : 'open'
  const list = usePages('GET /api/backoffice/harm/cases', { status: view })
  const columns = useColumns()
  const open = list.rows.find(({ id }) => String(id) === address.get('aberto'))
  return (
    <Page
      title={t('nav.harm.name')}
      note={t('harm.page.note')}
      drawer={open && <CaseDrawer key={open.id} of={open} onClose={() => address.set({ aberto: '' })} />}
    >
      <DataList
        title={t('nav.harm.name')}
        columns={columns}
        list={list}
        keyOf={({ id }) => String(id)}
        open={{ key: open ? String(open.id) : '', onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('harm.list.empty') }}
        isFiltered={view !== 'open'}
        onClearFilters={() => address.set({ ver: '' })}
        filters={
          <Pick<View>
            label={t('list.filter.state')}
            value={view}
            onChange={(next) => address.set({ ver: next === 'open' ? '' : next, aberto: '' })}
            options={[
              { value: 'open', label: t('harm.view.open') },
              { value: 'closed', label: t('harm.view.closed') },
            ]}
          />
        }
      />
    </Page>
  )
}

function useColumns(): readonly ListColumn<Case>[] {
  const t = useText()
  const format = useFormat()
  const reasonWords = useReasonWords()
  return useMemo(
    () => [
      {
        id: 'player',
        head: 'list.column.player',
        cell: ({ playerId }) => <PlayerLink playerId={playerId} />,
        csv: ({ playerId }) => String(playerId),
      },
      {
        id: 'reasons',
        head: 'harm.column.reasons',
        cell: ({ reasons }) => reasons.map(reasonWords).join('; '),
        csv: ({ reasons }) => reasons.map(reasonWords).join('; '),
      },
      {
        id: 'grade',
        head: 'harm.column.grade',
        isFigure: true,
        cell: ({ grade }) => format.number(grade),
        csv: ({ grade }) => String(grade),
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: (one) => (
          <StatusTag tone={waits(one) ? 'warn' : 'info'}>
            {t(waits(one) ? 'harm.state.waits' : 'harm.state.goesOn')}
          </StatusTag>
        ),
        csv: (one) => (waits(one) ? 'waits' : ''),
      },
      {
        id: 'openedAt',
        head: 'harm.column.openedAt',
        cell: ({ openedAt }) => format.time(openedAt),
        csv: ({ openedAt }) => openedAt,
      },
    ],
    [t, format, reasonWords],
  )
}
