import { Button } from '@palpite/ui'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../shared/api.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { MIN_REASON } from './player.ts'

type Answered<Data> = { onSuccess: (data: Data) => void; onError: (error: ApiError) => void }

type Props<Data> = {
  /** Fields before the reason. */
  children: ReactNode
  /** A hint for a good reason. */
  hint: string
  button: string
  isBusy: boolean
  /** Whether everything but the reason is filled in. */
  isReady?: boolean
  /** Runs the command and returns its result message. */
  send: (reason: string, answered: Answered<Data>) => void
  onDone: (data: Data) => void
}

/** An action on a player that requires a reason. Failures are shown in a corner notice. */
export function ReasonedAct<Data>(props: Props<Data>) {
  const { children, hint, button, isBusy, isReady = true, send, onDone } = props
  const t = useText()
  const [reason, setReason] = useState('')
  return (
    <form
      className="grid gap-10"
      onSubmit={(event) => {
        event.preventDefault()
        send(reason, { onSuccess: onDone, onError: (error) => say(wordsOf(error, t), 'failed') })
      }}
    >
      {children}
      <TextArea label={t('reason.field.label')} hint={hint} rows={2} value={reason} onChange={setReason} />
      <Button
        submit
        kind="secondary"
        size="s"
        busy={isBusy}
        disabled={!isReady || reason.trim().length < MIN_REASON}
      >
        {button}
      </Button>
    </form>
  )
}
