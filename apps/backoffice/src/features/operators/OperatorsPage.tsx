import { Button, StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import type { ListColumn } from '../../shared/list-column.ts'
import { useFormat } from '../../shared/format.ts'
import { Page } from '../../shared/Page.tsx'
import { useText } from '../../shared/text.ts'
import { NewOperator } from './NewOperator.tsx'
import { type Operator, standingOf } from './operator.ts'
import { OperatorTabs } from './OperatorTabs.tsx'
import { roleNames } from './permission-names.ts'
import { OperatorDrawer } from './OperatorDrawer.tsx'

/** All operators: who may do what, who made them, and new ones, whom a second operator approves. */
export function OperatorsPage() {
  const t = useText()
  const address = useAddress()
  const list = wholeList(useAsked('GET /api/backoffice/operators', {}))
  const columns = useColumns()
  const key = address.get('aberto')
  const open = list.rows.find(({ operatorId }) => String(operatorId) === key)
  const close = () => address.set({ aberto: '' })
  return (
    <Page
      title={t('nav.operators.name')}
      note={t('operators.page.note')}
      aside={
        <Button size="s" onClick={() => address.set({ aberto: 'novo' })}>
          {t('operators.create.open')}
        </Button>
      }
      drawer={
        key === 'novo' ? (
          <NewOperator onClose={close} />
        ) : (
          open && <OperatorDrawer key={open.operatorId} operator={open} onClose={close} />
        )
      }
    >
      <OperatorTabs />
      <DataList
        title={t('nav.operators.name')}
        columns={columns}
        list={list}
        keyOf={({ operatorId }) => String(operatorId)}
        open={{ key: open ? key : '', onOpen: (next) => address.set({ aberto: next }) }}
        empty={{ title: t('operators.list.empty') }}
      />
    </Page>
  )
}

function useColumns(): readonly ListColumn<Operator>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'email', head: 'operators.column.email', cell: ({ email }) => email, csv: ({ email }) => email },
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
          const { tone, name } = standingOf(operator)
          return <StatusTag tone={tone}>{t(name)}</StatusTag>
        },
        csv: (operator) => t(standingOf(operator).name),
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
      {
        id: 'createdAt',
        head: 'operators.column.createdAt',
        cell: ({ createdAt }) => format.time(createdAt),
        csv: ({ createdAt }) => createdAt,
      },
    ],
    [t, format],
  )
}
