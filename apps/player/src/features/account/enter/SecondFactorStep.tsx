import { Checkbox } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { usePolicy } from '../../../shared/use-policy.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { FactorCodeField } from '../second-factor/FactorCodeField.tsx'
import { StepActions } from '../StepActions.tsx'
import { finishLogIn } from './enter.ts'

/** Unless the policy limits it further. */
const TRUST_DAYS = 30

type Props = { ticket: string; onBack: () => void }

/** The second factor of a login: an app or recovery code, and whether to trust this device. */
export function SecondFactorStep({ ticket, onBack }: Props) {
  const t = useText()
  const codeInput = useFirstFocus<HTMLInputElement>()
  const [code, setCode] = useState('')
  const [trust, setTrust] = useState(false)
  const policy = usePolicy()
  const [problem, setProblem] = useState<string>()
  const entering = useCommand({
    mutationFn: finishLogIn,
    onError: (error) => {
      setCode('')
      setProblem(serverMessageOf(error) || t('app.connection.slow'))
      codeInput.current?.focus()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setProblem(t('account.factor.codeMissing'))
    setProblem(undefined)
    return entering.mutate({ ticket, code: code.trim(), trust })
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <p className="text-14 text-text-2">{t('account.factor.login')}</p>
      <FactorCodeField ref={codeInput} code={code} onCode={setCode} error={problem} />
      <Checkbox checked={trust} onChange={(event) => setTrust(event.target.checked)}>
        {t('account.factor.trust', { days: policy.data?.factorDays ?? TRUST_DAYS })}
      </Checkbox>
      <StepActions action={t('account.login.submit')} isBusy={entering.isPending} onBack={onBack} />
    </form>
  )
}
