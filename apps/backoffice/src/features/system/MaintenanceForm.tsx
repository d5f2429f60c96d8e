import type { MaintenanceScope } from '@palpite/contract'
import { TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { scopeNames } from '../../shared/maintenance-scopes.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import { inMinutes, minutesOf } from './maintenance.ts'

const scopes = Object.keys(scopeNames) as MaintenanceScope[]

/** Plans maintenance or begins it now. Times are minutes from now, so that nobody has to convert time zones. */
export function MaintenanceForm() {
  const t = useText()
  const format = useFormat()
  const [scope, setScope] = useState<MaintenanceScope>('all')
  const [typed, setTyped] = useState({ startsIn: '0', lasts: '30' })
  const command = useCommand('POST /api/backoffice/maintenance')
  const { requestId, next, after } = useRequestId(`${scope} ${typed.startsIn} ${typed.lasts}`)
  const startsIn = minutesOf(typed.startsIn, 0)
  const lasts = minutesOf(typed.lasts, 1)
  const isReady = startsIn !== undefined && lasts !== undefined
  const isNow = startsIn === 0
  return (
    <ReasonedAct
      hint={t('maintenance.reason.hint')}
      button={t(isNow ? 'maintenance.begin.button' : 'maintenance.plan.button')}
      isBusy={command.isPending}
      isReady={isReady}
      send={(reason, { onSuccess, onError }) =>
        isReady &&
        command.mutate(
          {
            body: {
              requestId,
              scope,
              reason,
              startsAt: isNow ? null : inMinutes(startsIn),
              expectedEnd: inMinutes(startsIn + lasts),
            },
          },
          {
            onSuccess: (data) => {
              next()
              onSuccess(data)
            },
            onError: (error) => {
              after(error)
              onError(error)
            },
          },
        )
      }
      onDone={() => say(t(isNow ? 'maintenance.begin.done' : 'maintenance.plan.done'))}
    >
      <Pick
        label={t('maintenance.field.scope')}
        value={scope}
        options={scopes.map((value) => ({ value, label: t(scopeNames[value]) }))}
        onChange={setScope}
      />
      <div className="grid grid-cols-2 gap-8">
        <Minutes
          name="maintenance.field.startsIn"
          value={typed.startsIn}
          onChange={(value) => setTyped({ ...typed, startsIn: value })}
        />
        <Minutes
          name="maintenance.field.lasts"
          value={typed.lasts}
          onChange={(value) => setTyped({ ...typed, lasts: value })}
        />
      </div>
      <p className="text-12 text-text-2">
        {isReady
          ? t('maintenance.end.shown', { until: format.time(inMinutes(startsIn + lasts)) })
          : t('maintenance.minutes.wrong')}
      </p>
    </ReasonedAct>
  )
}

type MinutesProps = { name: TextKey; value: string; onChange: (value: string) => void }

/** A number of minutes. */
export function Minutes({ name, value, onChange }: MinutesProps) {
  const t = useText()
  return (
    <label className="grid gap-4 text-12 font-600 text-text-2">
      {t(name)}
      <TextInput
        size="s"
        inputMode="numeric"
        maxLength={5}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
