import { Button } from '@palpite/ui'
import { type ReactNode, useState } from 'react'
import type { ApiError } from './api.ts'
import { wordsOf } from './failure.ts'
import { say } from './notices.ts'
import { TextArea } from './TextArea.tsx'
import { useText } from './text.ts'

/** The minimum length of a reason in the audit chain. */
export const MIN_REASON = 10

type Answered<Data> = { onSuccess: (data: Data) => void; onError: (error: ApiError) => void }

type Props<Data> = {
  /** Fields before the reason. */
  children?: ReactNode
  /** A hint for a good reason. */
  hint: string
  button: string
  isBusy: boolean
  /** Whether everything but the reason is filled in. */
  isReady?: boolean
  /** Sends the command with the reason and these callbacks. */
  send: (reason: string, answered: Answered<Data>) => void
  onDone: (data: Data) => void
}

/** An action that requires a reason. Failures are shown in a corner notice. */
export function ReasonedAct<Data>(props: Props<Data>) {
  const { children, hint, button, isBusy, isReady = true, send, onDone } = props
  const t = useText()
  const [reason, setReason] = useState('')
  return (
    <form
      className="grid gap-10"
      onSubmit={(event) => {
        event.preventDefault()
        send(reason, {
          onSuccess: (data) => {
            setReason('') // the reason belonged to that act: a second press must not repeat it
            onDone(data)
          },
          onError: (error) => say(wordsOf(error, t), 'failed'),
        })
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
