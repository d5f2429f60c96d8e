import type { Calls } from '@palpite/contract'
import { QrCode } from '@palpite/ui'
import { qrPathOf } from '@palpite/ui/qr-path'
import { type FormEvent, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { CopyText } from '../../../shared/CopyText.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { PasswordForm } from '../PasswordForm.tsx'
import { StepActions } from '../StepActions.tsx'
import { FactorCodeField } from './FactorCodeField.tsx'

type Secret = Calls['POST /api/app/user/newSecondFactor']['data']
type Props = {
  onBack: () => void
  onCodes: (codes: readonly string[]) => void
  /** An earlier attempt enabled it, but its answer and recovery codes were lost. */
  onIsOn: () => void
}

/** The password; then the app's secret and its first code. */
export function SetUpStep({ onBack, onCodes, onIsOn }: Props) {
  const t = useText()
  const [secret, setSecret] = useState<Secret>()
  return secret ? (
    <FirstCode {...secret} onBack={onBack} onCodes={onCodes} onIsOn={onIsOn} />
  ) : (
    <PasswordForm
      action={t('account.factor.setUp')}
      send={(pwd) => api('POST /api/app/user/newSecondFactor', { body: { pwd }, inline: true })}
      onBack={onBack}
      onDone={setSecret}
    />
  )
}

function FirstCode({ secret, uri, onBack, onCodes, onIsOn }: Secret & Props) {
  const t = useText()
  const codeInput = useFirstFocus<HTMLInputElement>()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const confirming = useCommand({
    mutationFn: (typed: string) =>
      api('POST /api/app/user/confirmSecondFactor', { body: { code: typed }, inline: true }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: (error) =>
      refusalCode(error) === 'second_factor_on'
        ? onIsOn()
        : setProblem(serverMessageOf(error) || t('app.connection.slow')),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setProblem(t('account.factor.codeMissing'))
    setProblem(undefined)
    return confirming.mutate(code.trim())
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <p className="text-14 text-text-2">{t('account.factor.scan')}</p>
      <div className="grid justify-items-center gap-10">
        <QrCode {...qrPathOf(uri)} label={t('account.factor.qr')} className="size-180 rounded-11" />
        <code className="text-13 wrap-anywhere">{secret}</code>
        <CopyText text={secret} label={t('account.factor.copySecret')} />
      </div>
      <FactorCodeField isOfApp ref={codeInput} code={code} onCode={setCode} error={problem} />
      <StepActions action={t('account.factor.confirm')} isBusy={confirming.isPending} onBack={onBack} />
    </form>
  )
}
