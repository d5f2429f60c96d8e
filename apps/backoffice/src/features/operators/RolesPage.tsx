import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { figureColumn, type ListColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useText } from '../../shared/text.ts'
import type { RoleState } from './Granting.tsx'
import { OperatorTabs } from './OperatorTabs.tsx'
import { roleNames } from '../../shared/permission-names.ts'
import { RoleDrawer } from './RoleDrawer.tsx'

/** Every role: permissions, holders, proposals. */
export function RolesPage() {
  const t = useText()
  return (
    <ListPage
      title={t('nav.operators.name')}
      note={t('roles.page.note')}
      listTitle={t('operators.tab.roles')}
      tabs={<OperatorTabs />}
      columns={useColumns()}
      list={wholeList(useAsked('GET /api/backoffice/roles', {}))}
      keyOf={({ role }) => role}
      drawer={({ row, close }) => row && <RoleDrawer key={row.role} state={row} onClose={close} />}
      empty={{ title: t('roles.list.empty') }}
    />
  )
}

function useColumns(): readonly ListColumn<RoleState>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'role', head: 'roles.column.role', of: ({ role }) => t(roleNames[role]) }),
      {
        id: 'permissions',
        head: 'operators.column.permissions',
        isFigure: true,
        cell: ({ permissions }) => format.number(permissions.length),
        csv: ({ permissions }) => permissions.join(' '),
      },
      figureColumn({ id: 'holders', head: 'roles.column.holders', of: ({ holders }) => holders }, format),
      figureColumn({ id: 'version', head: 'roles.column.version', of: ({ version }) => version }, format),
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
