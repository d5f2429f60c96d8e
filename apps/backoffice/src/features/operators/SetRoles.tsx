import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import { type Grant, grantBody, Granting } from './Granting.tsx'
import type { Operator } from './operator.ts'
import { permissionNames, roleNames } from '../../shared/permission-names.ts'

const states = {
  set: 'operators.roles.set',
  waits: 'operators.roles.waits',
  needs_another: 'operators.factor.needsAnother',
} as const satisfies Record<string, TextKey>

/** Edits an operator's roles and permissions; a pending change is shown above. */
export function SetRoles({ operator }: { operator: Operator }) {
  const t = useText()
  const [draft, setDraft] = useState<Grant>()
  const set = useCommand('POST /api/backoffice/operators/:operatorId/setRoles')
  const give = (body: ReturnType<typeof grantBody>) =>
    set.mutate(
      { params: { operatorId: String(operator.operatorId) }, body },
      {
        onSuccess: ({ state }) => {
          say(t(states[state]), state === 'needs_another' ? 'failed' : 'done')
          setDraft(undefined)
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  const begin = () =>
    setDraft({ roles: new Set(operator.roles), permissions: new Set(operator.singlePermissions) })
  return (
    <div className="grid gap-14">
      {operator.asked.map((asked) => (
        <Asked key={asked.askedBy} asked={asked} isBusy={set.isPending} onAgree={give} />
      ))}
      {draft === undefined ? (
        <Button kind="outline" size="s" onClick={begin}>
          {t('operators.roles.change')}
        </Button>
      ) : (
        <>
          <Granting grant={draft} onChange={setDraft} />
          <div className="flex gap-8">
            <Button size="s" className="flex-1" busy={set.isPending} onClick={() => give(grantBody(draft))}>
              {t('operators.roles.save')}
            </Button>
            <Button kind="outline" size="s" onClick={() => setDraft(undefined)}>
              {t('operators.roles.cancel')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

type AskedProps = {
  asked: Operator['asked'][number]
  isBusy: boolean
  onAgree: (grant: Pick<Operator['asked'][number], 'roles' | 'permissions'>) => void
}

function Asked({ asked: { roles, permissions, askedBy, askedAt }, isBusy, onAgree }: AskedProps) {
  const t = useText()
  const format = useFormat()
  const me = useMe()
  const names = [
    ...roles.map((role) => t(roleNames[role])),
    ...permissions.map((permission) => t(permissionNames[permission])),
  ]
  return (
    <div className="grid gap-8 rounded-14 bg-warn-tint p-14 text-13">
      <p>{t('operators.roles.asked', { id: askedBy, at: format.time(askedAt) })}</p>
      <p className="font-600">{names.join(', ') || '–'}</p>
      {askedBy !== me.operatorId && (
        <Button size="s" busy={isBusy} onClick={() => onAgree({ roles, permissions })}>
          {t('operators.roles.agree')}
        </Button>
      )}
    </div>
  )
}
