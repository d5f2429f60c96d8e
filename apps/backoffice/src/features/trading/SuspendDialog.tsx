import { Button, Field, Sheet, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import type { CallInput } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { useText } from '../../shared/text.ts'

type Body = CallInput<'POST /api/backoffice/trading/suspend'>['body']

type Props = Pick<Body, 'isSuspended'> & {
  count: number
  body: Pick<Body, 'fixtureIds' | 'marketIds'>
  onClose: () => void
  onDone: () => void
}

const MIN_REASON = 3

/** Asks for one reason for everything selected; Enter confirms. */
export function SuspendDialog({ isSuspended, count, body, onClose, onDone }: Props) {
  const t = useText()
  const [reason, setReason] = useState('')
  const command = useCommand('POST /api/backoffice/trading/suspend')
  const isReady = reason.trim().length >= MIN_REASON
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    command.mutate(
      { body: { ...body, isSuspended, reason } },
      {
        onSuccess: ({ changed }) => {
          say(t(isSuspended ? 'trading.suspend.done' : 'trading.reopen.done', { count: changed }))
          onDone()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  }
  return (
    <Sheet
      title={t(isSuspended ? 'trading.suspend.title' : 'trading.reopen.title', { count })}
      closeLabel={t('drawer.close.label')}
      onClose={onClose}
    >
      <form onSubmit={send} className="grid gap-12 px-16 pb-20">
        <Field label={t('reason.field.label')} hint={t('trading.reason.hint')}>
          <TextInput
            data-first-focus
            size="s"
            value={reason}
            maxLength={500}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <Button
          submit
          kind={isSuspended ? 'danger' : 'primary'}
          size="s"
          busy={command.isPending}
          disabled={!isReady}
        >
          {t(isSuspended ? 'trading.suspend.button' : 'trading.reopen.button')}
        </Button>
      </form>
    </Sheet>
  )
}
