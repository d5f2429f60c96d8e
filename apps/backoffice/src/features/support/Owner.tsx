import { Button } from '@palpite/ui'
import { useId } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'
import { useOwners } from './owners.ts'

type Props = { threadId: string; assignedTo: number | null }

/** Gives a chat to an operator or back to the queue. What was done meanwhile is shown by the reloaded chat. */
export function useAssign({ threadId, assignedTo }: Props) {
  const t = useText()
  const { requestId, next, after } = useRequestId(String(assignedTo))
  const command = useCommand('POST /api/backoffice/support/threads/:threadId/assign')
  const assign = (to: number | null) =>
    command.mutate(
      { params: { threadId }, body: { requestId, from: assignedTo, to } },
      {
        onSuccess: next,
        onError: (error) => {
          after(error)
          say(wordsOf(error, t), 'failed')
        },
      },
    )
  return { assign, isBusy: command.isPending }
}

/** Who has an open chat: one press takes it from the queue, the list gives it to a colleague or back. */
export function Owner({ threadId, assignedTo }: Props) {
  const t = useText()
  const id = useId()
  const { own, operators, nameOf } = useOwners()
  const { assign, isBusy } = useAssign({ threadId, assignedTo })
  const others = operators.filter(({ operatorId }) => operatorId !== own)
  const isListed =
    assignedTo === null || assignedTo === own || others.some((one) => one.operatorId === assignedTo)
  return (
    <>
      {assignedTo === null && (
        <Button size="s" busy={isBusy} onClick={() => assign(own)}>
          {t('support.take.button')}
        </Button>
      )}
      <label htmlFor={id} className="sr-only">
        {t('support.owner.label')}
      </label>
      <select
        id={id}
        value={String(assignedTo ?? '')}
        disabled={isBusy}
        onChange={({ target }) => assign(target.value === '' ? null : Number(target.value))}
        className="ring-input min-h-36 max-w-200 min-w-0 rounded-11 bg-surface-1 px-10 text-13 font-500"
      >
        <option value="">{t('support.owner.queue')}</option>
        <option value={own}>{nameOf(own)}</option>
        {!isListed && <option value={String(assignedTo)}>{nameOf(assignedTo)}</option>}
        {others.map(({ operatorId, email }) => (
          <option key={operatorId} value={operatorId}>
            {email}
          </option>
        ))}
      </select>
    </>
  )
}
