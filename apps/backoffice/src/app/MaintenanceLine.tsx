import { Icon } from '@palpite/ui'
import { useAsked } from '../shared/ask-again.ts'
import { useFormat } from '../shared/format.ts'
import { scopeNames } from '../shared/maintenance-scopes.ts'
import { useText } from '../shared/text.ts'

const EVERY_MS = 10_000

/** For every operator, below the top bar: what is closed for maintenance, since when, by whom, until when and why. */
export function MaintenanceLine() {
  const t = useText()
  const format = useFormat()
  const { data } = useAsked('GET /api/backoffice/maintenance/open', { query: {} }, { everyMs: EVERY_MS })
  const on = data?.items.filter(({ status }) => status === 'on' || status === 'late') ?? []
  return (
    <div role="status">
      {on.map(({ maintenanceId, scope, status, startsAt, plannedBy, expectedEnd, reason }) => (
        <p
          key={maintenanceId}
          data-late={status === 'late' || undefined}
          className="flex min-h-36 items-center gap-8 border-b border-line bg-warn-tint px-24 py-6 text-13 max-desk:px-12 data-late:bg-loss-tint"
        >
          <Icon name="warning-fill" className="size-18 shrink-0 text-warn" />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-700">{t('maintenance.line.title', { scope: t(scopeNames[scope]) })}</span>{' '}
            {t(status === 'late' ? 'maintenance.line.late' : 'maintenance.line.text', {
              since: format.time(startsAt),
              id: plannedBy,
              until: format.time(expectedEnd),
              reason,
            })}
          </span>
        </p>
      ))}
    </div>
  )
}
