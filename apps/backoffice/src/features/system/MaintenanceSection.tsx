import { useMemo } from 'react'
import { useAsked, usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, momentColumn, tagColumn, wordColumn } from '../../shared/list-column.tsx'
import { scopeNames } from '../../shared/maintenance-scopes.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { type Maintenance, statusNames, statusTones } from './maintenance.ts'
import { MaintenanceForm } from './MaintenanceForm.tsx'
import { OpenMaintenance } from './OpenMaintenance.tsx'

/** Maintenance: what is planned or on, the form for more, and all there was. */
export function MaintenanceSection() {
  const t = useText()
  const mayMaintain = useMay('system.maintain')
  const open = useAsked('GET /api/backoffice/maintenance/open', { query: {} })
  const columns = useColumns()
  const history = usePages('GET /api/backoffice/maintenance')
  return (
    <div className="grid gap-12">
      {open.data?.items.map((one) => (
        <OpenMaintenance key={one.maintenanceId} one={one} />
      ))}
      {mayMaintain && (
        <section
          aria-label={t('maintenance.form.title')}
          className="hairline rounded-14 bg-surface-1 px-16 py-14"
        >
          <h2 className="text-16 font-700">{t('maintenance.form.title')}</h2>
          <p className="mt-2 mb-12 text-13 text-text-2">{t('maintenance.form.note')}</p>
          <MaintenanceForm />
        </section>
      )}
      <DataList
        name="manutencoes"
        title={t('maintenance.list.title')}
        isTitled
        columns={columns}
        list={history}
        keyOf={({ maintenanceId }) => maintenanceId}
        empty={{ title: t('maintenance.list.empty') }}
      />
    </div>
  )
}

function useColumns(): readonly ListColumn<Maintenance>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'scope', head: 'maintenance.field.scope', of: ({ scope }) => t(scopeNames[scope]) }),
      tagColumn({ id: 'status', of: ({ status }) => status, names: statusNames, tones: statusTones }, t),
      momentColumn(
        { id: 'from', head: 'maintenance.fact.from', of: ({ startsAt }) => startsAt },
        format.time,
      ),
      momentColumn(
        { id: 'until', head: 'maintenance.fact.until', of: ({ expectedEnd }) => expectedEnd },
        format.time,
      ),
      momentColumn(
        { id: 'ended', head: 'maintenance.fact.ended', of: ({ endedAt }) => endedAt },
        format.time,
      ),
      wordColumn({
        id: 'by',
        head: 'maintenance.fact.by',
        of: ({ plannedBy }) => t('shell.operator.id', { id: plannedBy }),
      }),
      wordColumn({ id: 'reason', head: 'reason.field.label', of: ({ reason }) => reason }),
    ],
    [t, format],
  )
}
