import { useMemo } from 'react'
import { Link } from 'wouter'
import { onlyOf, usePages } from '../../shared/ask-again.ts'
import { figureColumn, type ListColumn, tagColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { firstColumns, lastColumns } from './withdrawal-columns.tsx'
import { PromisedBy } from './PromisedBy.tsx'
import { stateNames, stateTones, type UnderWay } from './words.ts'
import { WithdrawalTabs } from './WithdrawalTabs.tsx'

const wantedNames = {
  all: 'withdrawals.view.all',
  ...stateNames,
  late: 'withdrawals.view.late',
} as const satisfies Record<string, TextKey>

/** Pending withdrawals, wherever they wait. */
export function UnderWayPage() {
  const t = useText()
  const list = usePages('GET /api/backoffice/withdrawals/underWay')
  const wanted = useChoice('estado', wantedNames)
  const shown = onlyOf(
    list,
    ({ state, isLate }) => wanted === 'all' || (wanted === 'late' ? isLate : state === wanted),
  )
  return (
    <ListPage
      title={t('nav.withdrawals.name')}
      note={t('withdrawals.underWay.note')}
      listTitle={t('withdrawals.tab.underWay')}
      tabs={<WithdrawalTabs />}
      columns={useColumns()}
      list={shown}
      keyOf={({ orderId }) => orderId}
      drawer={({ key, close }) => {
        const row = list.rows.find(({ orderId }) => orderId === key)
        return row && <UnderWayDrawer row={row} onClose={close} />
      }}
      empty={{ title: t('withdrawals.underWay.empty') }}
      filteredBy={['estado']}
      filters={<Choice name="estado" head="list.filter.state" words={wantedNames} />}
    />
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
      tagColumn({ id: 'state', of: ({ state }) => state, names: stateNames, tones: stateTones }, t),
      wordColumn({
        id: 'provider',
        head: 'withdrawals.column.provider',
        of: ({ provider }) => provider ?? '–',
      }),
      figureColumn(
        { id: 'attempts', head: 'withdrawals.column.attempts', of: ({ attempts }) => attempts },
        format,
      ),
      ...lastColumns<UnderWay>(format),
    ],
    [t, format],
  )
}
