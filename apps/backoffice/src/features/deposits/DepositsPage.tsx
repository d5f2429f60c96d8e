import { useMemo } from 'react'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import {
  type ListColumn,
  moneyColumn,
  momentColumn,
  tagColumn,
  wordColumn,
} from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { DepositTabs } from './DepositTabs.tsx'
import { PaymentDrawer, type Unmatched } from './PaymentDrawer.tsx'

const stateNames = {
  under_way: 'deposits.state.underWay',
  waits: 'deposits.state.waits',
} as const satisfies Record<string, TextKey>
const stateTones = { under_way: 'info', waits: 'warn' } as const

/** Incoming payments without an order, until returned. */
export function DepositsPage() {
  const t = useText()
  return (
    <ListPage
      title={t('nav.deposits.name')}
      note={t('deposits.page.note')}
      listTitle={t('bank.tab.unmatched')}
      tabs={<DepositTabs />}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/topups/unmatched')}
      keyOf={({ providerRef }) => providerRef}
      drawer={({ row, close }) =>
        row && <PaymentDrawer key={row.providerRef} payment={row} onClose={close} />
      }
      empty={{ title: t('deposits.list.empty'), text: t('deposits.list.emptyText') }}
    />
  )
}

function useColumns(): readonly ListColumn<Unmatched>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'ref', head: 'deposits.column.ref', of: ({ providerRef }) => providerRef }),
      moneyColumn(
        { id: 'amount', head: 'deposits.column.amount', of: ({ amountCents }) => amountCents },
        format,
      ),
      wordColumn({ id: 'provider', head: 'deposits.column.provider', of: ({ provider }) => provider }),
      tagColumn(
        {
          id: 'state',
          of: ({ isUnderWay }) => (isUnderWay ? 'under_way' : 'waits'),
          names: stateNames,
          tones: stateTones,
        },
        t,
      ),
      momentColumn({ id: 'paidAt', head: 'deposits.column.paidAt', of: ({ paidAt }) => paidAt }, format.time),
      momentColumn({ id: 'age', head: 'deposits.column.age', of: ({ seenAt }) => seenAt }, format.age),
    ],
    [t, format],
  )
}
