import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { figureColumn, type ListColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import { type ModuleSettings, moduleNames } from './module-settings.ts'
import { SettingsDrawer } from './SettingsDrawer.tsx'

/** Business settings by module: in force, proposed, and by whom. */
export function SettingsPage() {
  const t = useText()
  return (
    <ListPage
      title={t('nav.settings.name')}
      note={t('settings.page.note')}
      columns={useColumns()}
      list={wholeList(useAsked('GET /api/backoffice/settings', {}))}
      keyOf={({ module }) => module}
      drawer={({ row, close }) => row && <SettingsDrawer key={row.module} settings={row} onClose={close} />}
      empty={{ title: t('settings.list.empty') }}
    />
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
      figureColumn(
        { id: 'version', head: 'settings.column.version', of: ({ inForce }) => inForce.version },
        format,
      ),
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
