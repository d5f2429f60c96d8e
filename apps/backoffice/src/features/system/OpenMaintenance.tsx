import { StatusTag } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { scopeNames } from '../../shared/maintenance-scopes.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useText } from '../../shared/text.ts'
import { inMinutes, type Maintenance, minutesOf, statusNames, statusTones } from './maintenance.ts'
import { Minutes } from './MaintenanceForm.tsx'

/** One maintenance that is planned or on: who, since when, why and until when, and how to prolong or end it. */
export function OpenMaintenance({ one }: { one: Maintenance }) {
  const t = useText()
  const format = useFormat()
  const mayMaintain = useMay('system.maintain')
  return (
    <section
      aria-label={t(scopeNames[one.scope])}
      className="hairline grid gap-12 rounded-14 bg-surface-1 px-16 py-14"
    >
      <header className="flex flex-wrap items-center gap-8">
        <h2 className="text-16 font-700">{t(scopeNames[one.scope])}</h2>
        <StatusTag tone={statusTones[one.status]}>{t(statusNames[one.status])}</StatusTag>
      </header>
      <Facts
        facts={[
          [t('maintenance.fact.by'), t('shell.operator.id', { id: one.plannedBy })],
          [t('maintenance.fact.from'), format.time(one.startsAt)],
          [t('maintenance.fact.until'), format.time(one.expectedEnd)],
          [t('reason.field.label'), one.reason],
        ]}
      />
      {mayMaintain && (
        <div className="grid items-start gap-20 office:grid-cols-2">
          <End one={one} />
          <Prolong one={one} />
        </div>
      )}
    </section>
  )
}

function End({ one: { maintenanceId, status } }: { one: Maintenance }) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/maintenance/:maintenanceId/end')
  const isPlanned = status === 'planned'
  return (
    <ReasonedAct
      hint={t('maintenance.end.hint')}
      button={t(isPlanned ? 'maintenance.callOff.button' : 'maintenance.end.button')}
      isBusy={command.isPending}
      send={(reason, answered) => command.mutate({ params: { maintenanceId }, body: { reason } }, answered)}
      onDone={() => say(t(isPlanned ? 'maintenance.callOff.done' : 'maintenance.end.done'))}
    />
  )
}

function Prolong({ one: { maintenanceId } }: { one: Maintenance }) {
  const t = useText()
  const [typed, setTyped] = useState('30')
  const command = useCommand('POST /api/backoffice/maintenance/:maintenanceId/prolong')
  const minutes = minutesOf(typed, 1)
  return (
    <ReasonedAct
      hint={t('maintenance.prolong.hint')}
      button={t('maintenance.prolong.button')}
      isBusy={command.isPending}
      isReady={minutes !== undefined}
      send={(reason, answered) =>
        minutes !== undefined &&
        command.mutate(
          { params: { maintenanceId }, body: { reason, expectedEnd: inMinutes(minutes) } },
          answered,
        )
      }
      onDone={() => say(t('maintenance.prolong.done'))}
    >
      <Minutes name="maintenance.field.endsIn" value={typed} onChange={setTyped} />
    </ReasonedAct>
  )
}
