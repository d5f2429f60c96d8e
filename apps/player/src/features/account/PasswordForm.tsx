import { type FormEvent, type ReactNode, useState } from 'react'
import { serverMessageOf } from '../../shared/api/api-error.ts'
import { useCommand } from '../../shared/api/use-command.ts'
import { PasswordField } from '../../shared/PasswordField.tsx'
import { useText } from '../../shared/text/text.ts'
import { useFirstFocus } from '../../shared/use-first-focus.ts'
import { StepActions } from './StepActions.tsx'

type Props<Answer> = {
  /** Content above the password. */
  children?: ReactNode
  action: string
  isDanger?: boolean
  send: (password: string) => Promise<Answer>
  onBack: () => void
  onDone: (answer: Answer) => void
}

/** A step confirmed by the player's password alone. A refusal is shown at the password. */
export function PasswordForm<Answer>({
  children,
  action,
  isDanger = false,
  send,
  onBack,
  onDone,
}: Props<Answer>) {
  const t = useText()
  const passwordInput = useFirstFocus<HTMLInputElement>()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const sending = useCommand({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => setProblem(serverMessageOf(error) || t('app.connection.slow')),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setProblem(t('account.change.presentMissing'))
    setProblem(undefined)
    return sending.mutate(password)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      {children}
      <PasswordField
        ref={passwordInput}
        label={t('account.change.present')}
        error={problem}
        value={password}
        onValue={setPassword}
      />
      <StepActions action={action} isDanger={isDanger} isBusy={sending.isPending} onBack={onBack} />
    </form>
  )
}
