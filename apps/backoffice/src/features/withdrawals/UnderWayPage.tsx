import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useAddress } from '../../shared/address.ts'
import { onlyOf, usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import type { ListColumn } from '../../shared/list-column.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { Page } from '../../shared/Page.tsx'
import { Pick } from '../../shared/Pick.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { useText } from '../../shared/text.ts'
import { firstColumns, lastColumns } from './withdrawal-columns.tsx'
import { PromisedBy } from './PromisedBy.tsx'
import { stateNames, type UnderWay } from './words.ts'
import { WithdrawalTabs } from './WithdrawalTabs.tsx'

const states = ['all', 'review', 'requested', 'sending', 'sent', 'unknown', 'late'] as const
type Wanted = (typeof states)[number]

/** Withdrawals that have not ended, whoever they wait for. */
export function UnderWayPage() {
  const t = useText()
  const address = useAddress()
  const list = usePages('GET /api/backoffice/withdrawals/underWay')
  const columns = useColumns()
  const wanted = states.find((one) => one === address.get('estado')) ?? 'all'
  const shown = onlyOf(
    list,
    ({ state, isLate }) => wanted === 'all' || (wanted === 'late' ? isLate : state === wanted),
  )
  const open = list.rows.find(({ orderId }) => orderId === address.get('aberto'))
  return (
    <Page
      title={t('nav.withdrawals.name')}
      note={t('withdrawals.underWay.note')}
      drawer={open && <UnderWayDrawer row={open} onClose={() => address.set({ aberto: '' })} />}
    >
      <WithdrawalTabs />
      <DataList
        title={t('withdrawals.tab.underWay')}
        columns={columns}
        list={shown}
        keyOf={({ orderId }) => orderId}
        open={{ key: open?.orderId ?? '', onOpen: (orderId) => address.set({ aberto: orderId }) }}
        empty={{ title: t('withdrawals.underWay.empty') }}
        isFiltered={wanted !== 'all'}
        onClearFilters={() => address.set({ estado: '' })}
        filters={
          <Pick<Wanted>
            label={t('list.filter.state')}
            value={wanted}
            onChange={(next) => address.set({ estado: next === 'all' ? '' : next })}
            options={states.map((value) => ({
              value,
              label:
                value === 'all' || value === 'late'
                  ? t(value === 'all' ? 'withdrawals.view.all' : 'withdrawals.view.late')
                  : t(stateNames[value]),
            }))}
          />
        }
      />
    </Page>
  )
}

function UnderWayDrawer({ row, onClose }: { row: UnderWay; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const mayReadBooks = useMay('books.read')
  return (
    <Drawer title={format.money(row.amountCents)} onClose={onClose}>
      <Facts
        facts={[
          [t('withdrawals.column.order'), <code key="order">{row.orderId}</code>],
          [t('list.column.player'), <PlayerLink key="player" playerId={row.playerId} />],
          [t('list.column.state'), t(stateNames[row.state])],
          [t('withdrawals.drawer.method'), row.method],
          [t('withdrawals.column.provider'), row.provider ?? '–'],
          [t('withdrawals.column.attempts'), format.number(row.attempts)],
          [t('withdrawals.drawer.bankSays'), row.why || '–'],
          [t('withdrawals.column.requested'), format.time(row.requestedAt)],
          [t('withdrawals.column.promised'), <PromisedBy key="promised" {...row} />],
        ]}
      />
      {mayReadBooks && (
        <Link
          href={`/depositos/pedido?busca=${row.orderId}`}
          className="text-13 font-600 text-info underline-offset-2 hover:underline"
        >
          {t('bank.link.words')}
        </Link>
      )}
    </Drawer>
  )
}

function useColumns(): readonly ListColumn<UnderWay>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      ...firstColumns<UnderWay>(format),
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ state }) => (
          <StatusTag tone={state === 'unknown' ? 'loss' : state === 'review' ? 'warn' : 'info'}>
            {t(stateNames[state])}
          </StatusTag>
        ),
        csv: ({ state }) => state,
      },
      {
        id: 'provider',
        head: 'withdrawals.column.provider',
        cell: ({ provider }) => provider ?? '–',
        csv: ({ provider }) => provider ?? '',
      },
      {
        id: 'attempts',
        head: 'withdrawals.column.attempts',
        isFigure: true,
        cell: ({ attempts }) => format.number(attempts),
        csv: ({ attempts }) => String(attempts),
      },
      ...lastColumns<UnderWay>(format),
    ],
    [t, format],
  )
}
