import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import type { ListColumn } from '../../shared/list-column.ts'
import { useFormat } from '../../shared/format.ts'
import { Page } from '../../shared/Page.tsx'
import { useText } from '../../shared/text.ts'
import { type ModuleSettings, moduleNames } from './module-settings.ts'
import { SettingsDrawer } from './SettingsDrawer.tsx'

/** The numbers of the business by module: what is in force, what is proposed, and by whom. */
export function SettingsPage() {
  const t = useText()
  const address = useAddress()
  const list = wholeList(useAsked('GET /api/backoffice/settings', {}))
  const columns = useColumns()
  const open = list.rows.find(({ module }) => module === address.get('aberto'))
  return (
    <Page
      title={t('nav.settings.name')}
      note={t('settings.page.note')}
      drawer={
        open && (
          <SettingsDrawer key={open.module} settings={open} onClose={() => address.set({ aberto: '' })} />
        )
      }
    >
      <DataList
        title={t('nav.settings.name')}
        columns={columns}
        list={list}
        keyOf={({ module }) => module}
        open={{ key: open?.module ?? '', onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('settings.list.empty') }}
      />
    </Page>
  )
}

function useColumns(): readonly ListColumn<ModuleSettings>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'module',
        head: 'settings.column.module',
        cell: ({ module }) => <ModuleName module={module} />,
        csv: ({ module }) => module,
      },
      {
        id: 'open',
        head: 'settings.column.open',
        cell: ({ open }) =>
          open === 0 ? '–' : <StatusTag tone="warn">{t('settings.open.count', { count: open })}</StatusTag>,
        csv: ({ open }) => String(open),
      },
      {
        id: 'version',
        head: 'settings.column.version',
        isFigure: true,
        cell: ({ inForce }) => format.number(inForce.version),
        csv: ({ inForce }) => String(inForce.version),
      },
      {
        id: 'changed',
        head: 'settings.column.changed',
        isFigure: true,
        cell: ({ inForce, defaults }) =>
          `${Object.keys(inForce.value).length} / ${Object.keys(defaults).length}`,
      },
      {
        id: 'takes',
        head: 'settings.column.takesEffect',
        cell: ({ takesEffect }) =>
          t(takesEffect === 'at_once' ? 'settings.effect.atOnce' : 'settings.effect.atStart'),
      },
    ],
    [t, format],
  )
}

function ModuleName({ module }: Pick<ModuleSettings, 'module'>) {
  const t = useText()
  const name = moduleNames[module]
  return (
    <>
      {name && t(name)} <code className="text-12 text-text-2">{module}</code>
    </>
  )
}
