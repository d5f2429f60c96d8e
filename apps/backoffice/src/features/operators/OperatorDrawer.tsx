import { Button, StatusTag } from '@palpite/ui'
import { useState } from 'react'
import type { ApiError } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import { type Operator, statusOf } from './operator.ts'
import { permissionNames, roleNames } from '../../shared/permission-names.ts'
import { SetRoles } from './SetRoles.tsx'

/** An operator's permissions and state: approved, waiting, or disabled. */
export function OperatorDrawer({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const me = useMe()
  const { tone, name } = statusOf(operator)
  const mayChange = operator.disabledAt === null && operator.operatorId !== me.operatorId
  return (
    <Drawer
      title={operator.email}
      onClose={onClose}
      footer={operator.disabledAt === null && <Acts operator={operator} />}
    >
      <Facts
        facts={[
          [t('operators.column.id'), String(operator.operatorId)],
          [
            t('list.column.state'),
            <StatusTag key="standing" tone={tone}>
              {t(name)}
            </StatusTag>,
          ],
          [
            t('operators.column.roles'),
            operator.roles.map((role) => t(roleNames[role])).join(', ') || t('operators.roles.none'),
          ],
          [t('operators.column.createdAt'), format.time(operator.createdAt)],
          [
            t('operators.column.createdBy'),
            operator.createdBy === null
              ? t('operators.made.byCommand')
              : t('shell.operator.id', { id: operator.createdBy }),
          ],
          [
            t('operators.column.approvedBy'),
            operator.approvedBy === null ? '–' : t('shell.operator.id', { id: operator.approvedBy }),
          ],
          [
            t('operators.factor.label'),
            t(operator.hasSecondFactor ? 'operators.factor.on' : 'operators.factor.off'),
          ],
        ]}
      />
      {mayChange && operator.approvedAt !== null && <SetRoles operator={operator} />}
      <div>
        <h3 className="mb-6 text-13 font-700">{t('operators.column.permissions')}</h3>
        <ul className="grid gap-4 text-13">
          {operator.permissions.map((permission) => (
            <li key={permission}>{t(permissionNames[permission])}</li>
          ))}
        </ul>
      </div>
    </Drawer>
  )
}

const resetStates = {
  waits: 'operators.factor.waits',
  reset: 'operators.factor.done',
  needs_another: 'operators.factor.needsAnother',
} as const satisfies Record<string, TextKey>

/** Requests the reset of a lost second factor: an independent operator must request it too. */
function ResetFactor({ operatorId }: { operatorId: number }) {
  const t = useText()
  const [isSure, setSure] = useState(false)
  const reset = useCommand('POST /api/backoffice/operators/:operatorId/resetSecondFactor')
  const ask = () =>
    reset.mutate(
      { params: { operatorId: String(operatorId) } },
      {
        onSuccess: ({ state }) => say(t(resetStates[state]), state === 'needs_another' ? 'failed' : 'done'),
        onError: (error) => say(wordsOf(error, t), 'failed'),
        onSettled: () => setSure(false),
      },
    )
  return (
    <Button
      kind={isSure ? 'danger' : 'outline'}
      size="s"
      busy={reset.isPending}
      onClick={isSure ? ask : () => setSure(true)}
    >
      {t(isSure ? 'operators.factor.confirm' : 'operators.factor.reset')}
    </Button>
  )
}

function Acts({ operator: { operatorId, approvedAt, createdBy, hasSecondFactor } }: { operator: Operator }) {
  const t = useText()
  const me = useMe()
  const [isSure, setSure] = useState(false)
  const approve = useCommand('POST /api/backoffice/operators/:operatorId/approve')
  const disable = useCommand('POST /api/backoffice/operators/:operatorId/disable')
  const input = { params: { operatorId: String(operatorId) } }
  const onError = (error: ApiError) => say(wordsOf(error, t), 'failed')
  if (operatorId === me.operatorId) return <p className="text-12 text-text-2">{t('operators.own.text')}</p>
  return (
    <div className="flex flex-wrap gap-8">
      {approvedAt === null && (
        <Button
          size="s"
          className="flex-1"
          busy={approve.isPending}
          disabled={createdBy === me.operatorId}
          onClick={() =>
            approve.mutate(input, { onSuccess: () => say(t('operators.approve.done')), onError })
          }
        >
          {t('operators.approve.button')}
        </Button>
      )}
      <Button
        kind={isSure ? 'danger' : 'outline'}
        size="s"
        busy={disable.isPending}
        onClick={() =>
          isSure
            ? disable.mutate(input, { onSuccess: () => say(t('operators.disable.done')), onError })
            : setSure(true)
        }
      >
        {t(isSure ? 'operators.disable.confirm' : 'operators.disable.button')}
      </Button>
      {hasSecondFactor && <ResetFactor operatorId={operatorId} />}
      {approvedAt === null && createdBy === me.operatorId && (
        <p className="w-full text-12 text-text-2">{t('operators.approve.own')}</p>
      )}
    </div>
  )
}
