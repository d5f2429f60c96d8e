import { Button, StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import { NewOperator } from './NewOperator.tsx'
import { type Operator, statusOf } from './operator.ts'
import { OperatorTabs } from './OperatorTabs.tsx'
import { roleNames } from '../../shared/permission-names.ts'
import { OperatorDrawer } from './OperatorDrawer.tsx'

/** All operators with permissions and creators, and new ones, approved by a second operator. */
export function OperatorsPage() {
  const t = useText()
  const address = useAddress()
  return (
    <ListPage
      title={t('nav.operators.name')}
      note={t('operators.page.note')}
      aside={
        <Button size="s" onClick={() => address.set({ aberto: 'novo' })}>
          {t('operators.create.open')}
        </Button>
      }
      tabs={<OperatorTabs />}
      columns={useColumns()}
      list={wholeList(useAsked('GET /api/backoffice/operators', {}))}
      keyOf={({ operatorId }) => String(operatorId)}
      drawer={({ key, row, close }) =>
        key === 'novo' ? (
          <NewOperator onClose={close} />
        ) : (
          row && <OperatorDrawer key={row.operatorId} operator={row} onClose={close} />
        )
      }
      empty={{ title: t('operators.list.empty') }}
    />
  )
}

function useColumns(): readonly ListColumn<Operator>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'email', head: 'operators.column.email', of: ({ email }) => email }),
      {
        id: 'id',
        head: 'operators.column.id',
        isFigure: true,
        cell: ({ operatorId }) => String(operatorId),
        csv: ({ operatorId }) => String(operatorId),
      },
      {
        id: 'standing',
        head: 'list.column.state',
        cell: (operator) => {
          const { tone, name } = statusOf(operator)
          return <StatusTag tone={tone}>{t(name)}</StatusTag>
        },
        csv: (operator) => t(statusOf(operator).name),
      },
      {
        id: 'roles',
        head: 'operators.column.roles',
        cell: ({ roles }) => roles.map((role) => t(roleNames[role])).join(', ') || '–',
        csv: ({ roles }) => roles.map((role) => t(roleNames[role])).join(', '),
      },
      {
        id: 'permissions',
        head: 'operators.column.permissions',
        isFigure: true,
        cell: ({ permissions }) => format.number(permissions.length),
        csv: ({ permissions }) => permissions.join(' '),
      },
      {
        id: 'createdBy',
        head: 'operators.column.createdBy',
        cell: ({ createdBy }) =>
          createdBy === null ? t('operators.made.byCommand') : t('shell.operator.id', { id: createdBy }),
      },
      momentColumn(
        { id: 'createdAt', head: 'operators.column.createdAt', of: ({ createdAt }) => createdAt },
        format.time,
      ),
    ],
    [t, format],
  )
}
