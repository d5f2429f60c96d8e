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
import { type Check, reasonNames, stateNames } from './check-words.ts'
import { CheckDrawer } from './CheckDrawer.tsx'

type View = 'open' | 'decided'

/** Documents and faces that wait for an operator, oldest first, or those that are decided. */
export function ChecksPage() {
  const t = useText()
  const address = useAddress()
  const view: View = address.get('ver') === 'decided' ? 'decided' : 'open'
  const list = usePages('GET /api/backoffice/documents/checks', { status: view })
  const columns = useColumns()
  const open = list.rows.find(({ id }) => String(id) === address.get('aberto'))
  return (
    <Page
      title={t('nav.documents.name')}
      note={t('documents.page.note')}
      drawer={open && <CheckDrawer key={open.id} of={open} onClose={() => address.set({ aberto: '' })} />}
    >
      <DataList
        title={t('nav.documents.name')}
        columns={columns}
        list={list}
        keyOf={({ id }) => String(id)}
        open={{ key: open ? String(open.id) : '', onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('documents.list.empty') }}
        isFiltered={view !== 'open'}
        onClearFilters={() => address.set({ ver: '' })}
        filters={
          <Pick<View>
            label={t('list.filter.state')}
            value={view}
            onChange={(next) => address.set({ ver: next === 'open' ? '' : next, aberto: '' })}
            options={[
              { value: 'open', label: t('documents.view.open') },
              { value: 'decided', label: t('documents.view.decided') },
            ]}
          />
        }
      />
    </Page>
  )
}

const tones = { unsure: 'warn', approved: 'win', refused: 'loss' } as const

function useColumns(): readonly ListColumn<Check>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'player',
        head: 'list.column.player',
        cell: ({ playerId }) => <PlayerLink playerId={playerId} />,
        csv: ({ playerId }) => String(playerId),
      },
      {
        id: 'reason',
        head: 'documents.column.reason',
        cell: ({ reason }) => (reason === null ? '' : t(reasonNames[reason])),
        csv: ({ reason }) => reason ?? '',
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ state }) => <StatusTag tone={tones[state]}>{t(stateNames[state])}</StatusTag>,
        csv: ({ state }) => state,
      },
      {
        id: 'sentAt',
        head: 'documents.column.sentAt',
        cell: ({ sentAt }) => format.time(sentAt),
        csv: ({ sentAt }) => sentAt,
      },
    ],
    [t, format],
  )
}
