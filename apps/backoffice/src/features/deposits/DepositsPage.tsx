import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { Page } from '../../shared/Page.tsx'
import { useText } from '../../shared/text.ts'
import { DepositTabs } from './DepositTabs.tsx'
import { PaymentDrawer } from './PaymentDrawer.tsx'
import type { Unmatched } from './unmatched.ts'

/** Payments that came in and match no order, until they are given back. */
export function DepositsPage() {
  const t = useText()
  const address = useAddress()
  const list = usePages('GET /api/backoffice/topups/unmatched')
  const columns = useColumns()
  const open = list.rows.find(({ providerRef }) => providerRef === address.get('aberto'))
  const close = () => address.set({ aberto: '' })
  return (
    <Page
      title={t('nav.deposits.name')}
      note={t('deposits.page.note')}
      drawer={open && <PaymentDrawer key={open.providerRef} payment={open} onClose={close} />}
    >
      <DepositTabs />
      <DataList
        title={t('bank.tab.unmatched')}
        columns={columns}
        list={list}
        keyOf={({ providerRef }) => providerRef}
        open={{ key: open?.providerRef ?? '', onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('deposits.list.empty'), text: t('deposits.list.emptyText') }}
      />
    </Page>
  )
}

function useColumns(): readonly ListColumn<Unmatched>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'ref',
        head: 'deposits.column.ref',
        cell: ({ providerRef }) => providerRef,
        csv: ({ providerRef }) => providerRef,
      },
      {
        id: 'amount',
        head: 'deposits.column.amount',
        isFigure: true,
        cell: ({ amountCents }) => format.money(amountCents),
        csv: ({ amountCents }) => String(amountCents),
      },
      {
        id: 'provider',
        head: 'deposits.column.provider',
        cell: ({ provider }) => provider,
        csv: ({ provider }) => provider,
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ isUnderWay }) => (
          <StatusTag tone={isUnderWay ? 'info' : 'warn'}>
            {t(isUnderWay ? 'deposits.state.underWay' : 'deposits.state.waits')}
          </StatusTag>
        ),
        csv: ({ isUnderWay }) => (isUnderWay ? 'under_way' : 'waits'),
      },
      {
        id: 'paidAt',
        head: 'deposits.column.paidAt',
        cell: ({ paidAt }) => format.time(paidAt),
        csv: ({ paidAt }) => paidAt,
      },
      {
        id: 'age',
        head: 'deposits.column.age',
        cell: ({ seenAt }) => format.age(seenAt),
        csv: ({ seenAt }) => seenAt,
      },
    ],
    [t, format],
  )
}
