import { Button, FormAction } from '@palpite/ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { CodeBoxes, codeLength } from './CodeBoxes.tsx'

type Props<Answer> = {
  /** The address the code was mailed to. */
  mailed: string
  /** Shown when confirmed before all digits are typed. */
  incomplete: string
  send: (code: string) => Promise<Answer>
  onRight: (answer: Answer) => void
  /** Further actions, below. */
  children: ReactNode
}

/** A mailed code. The sixth digit submits it. */
export function CodeForm<Answer>({ mailed, incomplete, send, onRight, children }: Props<Answer>) {
  const t = useText()
  const [code, setCode] = useState('')
  const [isIncomplete, setIsIncomplete] = useState(false)
  const boxes = useFirstFocus<HTMLInputElement>()
  const sending = useCommand({
    mutationFn: send,
    onSuccess: onRight,
    onError: () => {
      // After a wrong code the boxes are emptied for the next one.
      setCode('')
      boxes.current?.focus()
    },
  })
  const change = (typed: string) => {
    setCode(typed)
    setIsIncomplete(false)
    if (sending.isError) sending.reset()
    if (typed.length === codeLength && typed !== code) sending.mutate(typed)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const isComplete = code.length === codeLength
    setIsIncomplete(!isComplete)
    if (isComplete) sending.mutate(code)
  }
  const error = isIncomplete
    ? incomplete
    : sending.isError
      ? serverMessageOf(sending.error) || t('app.connection.slow')
      : undefined
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <p className="text-14 text-text-2">{mailed}</p>
      <CodeBoxes ref={boxes} label={t('account.forgot.code')} code={code} onCode={change} error={error} />
      <FormAction>
        <Button block submit busy={sending.isPending}>
          {t('account.forgot.confirm')}
        </Button>
      </FormAction>
      {children}
    </form>
  )
}
