import { type FormEvent, type ReactNode, useState } from 'react'
import { refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { StepActions } from '../StepActions.tsx'
import { FactorCodeField } from './FactorCodeField.tsx'

type Props<Answer> = {
  /** The consequences. */
  hint: string
  action: string
  isDanger?: boolean
  /** Whether the player has a second factor. */
  asksCode?: boolean
  /** Further choices. */
  children?: ReactNode
  send: (both: { pwd: string; code: string }) => Promise<Answer>
  onBack: () => void
  onDone: (answer: Answer) => void
}

type Problem = { at: 'password' | 'code' | 'form'; says: string }

/** Where a refusal is shown; if it names neither field, at the form. */
const places: Readonly<Record<string, Problem['at']>> = {
  wrong_password: 'password',
  wrong_second_factor: 'code',
}

/** A step that needs password and code. Without a second factor, the password alone. */
export function ConfirmStep<Answer>({
  hint,
  action,
  isDanger = false,
  asksCode = true,
  children,
  send,
  onBack,
  onDone,
}: Props<Answer>) {
  const t = useText()
  const passwordInput = useFirstFocus<HTMLInputElement>()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const sending = useCommand({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) =>
      setProblem({
        at: places[refusalCode(error) ?? ''] ?? 'form',
        says: serverMessageOf(error) || t('app.connection.slow'),
      }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setProblem({ at: 'password', says: t('account.change.presentMissing') })
    if (asksCode && code.trim() === '')
      return setProblem({ at: 'code', says: t('account.factor.codeMissing') })
    setProblem(undefined)
    return sending.mutate({ pwd: password, code: code.trim() })
  }
  const problemAt = (place: Problem['at']) => (problem?.at === place ? problem.says : undefined)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <p className="text-14 text-text-2">{hint}</p>
      {children}
      <PasswordField
        ref={passwordInput}
        label={t('account.change.present')}
        error={problemAt('password')}
        value={password}
        onValue={setPassword}
      />
      {asksCode && <FactorCodeField code={code} onCode={setCode} error={problemAt('code')} />}
      {problem?.at === 'form' && (
        <p role="alert" className="text-12 font-500 text-loss">
          {problem.says}
        </p>
      )}
      <StepActions action={action} isDanger={isDanger} isBusy={sending.isPending} onBack={onBack} />
    </form>
  )
}
