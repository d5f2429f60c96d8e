import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { Page } from '../../shared/Page.tsx'
import { useText } from '../../shared/text.ts'
import type { RoleState } from './Granting.tsx'
import { OperatorTabs } from './OperatorTabs.tsx'
import { roleNames } from './permission-names.ts'
import { RoleDrawer } from './RoleDrawer.tsx'

/** Every role: what it may do, who has it, and what is proposed for it. */
export function RolesPage() {
  const t = useText()
  const address = useAddress()
  const list = wholeList(useAsked('GET /api/backoffice/roles', {}))
  const columns = useColumns()
  const open = list.rows.find(({ role }) => role === address.get('aberto'))
  return (
    <Page
      title={t('nav.operators.name')}
      note={t('roles.page.note')}
      drawer={open && <RoleDrawer key={open.role} state={open} onClose={() => address.set({ aberto: '' })} />}
    >
      <OperatorTabs />
      <DataList
        title={t('operators.tab.roles')}
        columns={columns}
        list={list}
        keyOf={({ role }) => role}
        open={{ key: open?.role ?? '', onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('roles.list.empty') }}
      />
    </Page>
  )
}

function useColumns(): readonly ListColumn<RoleState>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'role',
        head: 'roles.column.role',
        cell: ({ role }) => t(roleNames[role]),
        csv: ({ role }) => t(roleNames[role]),
      },
      {
        id: 'permissions',
        head: 'operators.column.permissions',
        isFigure: true,
        cell: ({ permissions }) => format.number(permissions.length),
        csv: ({ permissions }) => permissions.join(' '),
      },
      {
        id: 'holders',
        head: 'roles.column.holders',
        isFigure: true,
        cell: ({ holders }) => format.number(holders),
        csv: ({ holders }) => String(holders),
      },
      {
        id: 'version',
        head: 'roles.column.version',
        isFigure: true,
        cell: ({ version }) => format.number(version),
        csv: ({ version }) => String(version),
      },
      {
        id: 'open',
        head: 'settings.column.open',
        cell: ({ proposals }) =>
          proposals.length === 0 ? (
            '–'
          ) : (
            <StatusTag tone="warn">{t('settings.open.count', { count: proposals.length })}</StatusTag>
          ),
        csv: ({ proposals }) => String(proposals.length),
      },
    ],
    [t, format],
  )
}
