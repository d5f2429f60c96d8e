import { Button, Sheet } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { MIN_REASON } from '../../shared/ReasonedAct.tsx'

type Props = { playerId: number; isSuspended: boolean; onClose: () => void }

/** Asks for the reason, and suspends the account or lifts its suspension. The id stays while the request is the same. */
export function SuspensionDialog({ playerId, isSuspended, onClose }: Props) {
  const t = useText()
  const [reason, setReason] = useState('')
  const { requestId, after } = useRequestId()
  const suspend = useCommand('POST /api/backoffice/players/:playerId/suspend')
  const lift = useCommand('POST /api/backoffice/players/:playerId/liftSuspension')
  const command = isSuspended ? lift : suspend
  const isReady = reason.trim().length >= MIN_REASON
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    command.mutate(
      { params: { playerId: String(playerId) }, body: { requestId, reason } },
      {
        onSuccess: () => {
          say(t(isSuspended ? 'players.lift.done' : 'players.suspend.done'))
          onClose()
        },
        onError: (error: ApiError) => {
          say(wordsOf(error, t), 'failed')
          after(error)
        },
      },
    )
  }
  return (
    <Sheet
      title={t(isSuspended ? 'players.lift.title' : 'players.suspend.title', { id: playerId })}
      closeLabel={t('drawer.close.label')}
      onClose={onClose}
    >
      <form onSubmit={send} className="grid gap-12 px-16 pb-20">
        <p className="text-13 text-text-2">{t(isSuspended ? 'players.lift.text' : 'players.suspend.text')}</p>
        <TextArea
          label={t('reason.field.label')}
          hint={t(isSuspended ? 'players.lift.hint' : 'players.suspend.hint')}
          rows={3}
          value={reason}
          onChange={setReason}
        />
        <Button
          submit
          kind={isSuspended ? 'primary' : 'danger'}
          size="s"
          busy={command.isPending}
          disabled={!isReady}
        >
          {t(isSuspended ? 'players.lift.button' : 'players.suspend.button')}
        </Button>
      </form>
    </Sheet>
  )
}
