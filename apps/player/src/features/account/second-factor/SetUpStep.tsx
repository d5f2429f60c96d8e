import type { Calls } from '@palpite/contract'
import { Button, FormAction, QrCode } from '@palpite/ui'
import { qrPathOf } from '@palpite/ui/qr-path'
import { type FormEvent, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { CopyText } from '../../../shared/CopyText.tsx'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { FactorCodeField } from './FactorCodeField.tsx'

type Secret = Calls['POST /api/app/user/newSecondFactor']['data']
type Props = { onBack: () => void; onCodes: (codes: readonly string[]) => void }

/** The password; then the secret for the app, and the first code that it shows. */
export function SetUpStep({ onBack, onCodes }: Props) {
  const t = useText()
  const [secret, setSecret] = useState<Secret>()
  return (
    <>
      {secret ? <FirstCode {...secret} onCodes={onCodes} /> : <AskSecret onSecret={setSecret} />}
      <Button kind="ghost" size="s" onClick={onBack}>
        {t('app.back.label')}
      </Button>
    </>
  )
}

function AskSecret({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const t = useText()
  const passwordInput = useFirstFocus<HTMLInputElement>()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const asking = useCommand({
    mutationFn: (pwd: string) => api('POST /api/app/user/newSecondFactor', { body: { pwd }, inline: true }),
    onSuccess: onSecret,
    onError: (error) => setProblem(serverMessageOf(error) || t('app.connection.slow')),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setProblem(t('account.change.presentMissing'))
    setProblem(undefined)
    return asking.mutate(password)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <PasswordField
        ref={passwordInput}
        label={t('account.change.present')}
        error={problem}
        value={password}
        onValue={setPassword}
      />
      <FormAction>
        <Button block submit busy={asking.isPending}>
          {t('account.factor.setUp')}
        </Button>
      </FormAction>
    </form>
  )
}

function FirstCode({ secret, uri, onCodes }: Secret & Pick<Props, 'onCodes'>) {
  const t = useText()
  const codeInput = useFirstFocus<HTMLInputElement>()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const confirming = useCommand({
    mutationFn: (typed: string) =>
      api('POST /api/app/user/confirmSecondFactor', { body: { code: typed }, inline: true }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: (error) => setProblem(serverMessageOf(error) || t('app.connection.slow')),
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
      <FormAction>
        <Button block submit busy={confirming.isPending}>
          {t('account.factor.confirm')}
        </Button>
      </FormAction>
    </form>
  )
}
