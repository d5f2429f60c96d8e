import { Button, FormAction } from '@palpite/ui'
import { type FormEvent, useRef, useState } from 'react'
import { ticketIn } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { useText } from '../../../shared/text/text.ts'
import { storedTestAccount } from '../test-account/test-account.ts'
import { canBeEmail } from './email-check.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { EmailField } from './EmailField.tsx'
import { logIn } from './enter.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { SignInLink } from './SignInLink.tsx'
import { useCaptcha } from './use-captcha.ts'

type Props = {
  email: string
  onEmail: (email: string) => void
  /** The password was right; a second factor is needed. */
  onFactorNeeded: (ticket: string) => void
  /** The password was right, but from a new country or without a second factor that the law asks for: a code is mailed. */
  onCountryNeeded: (ticket: string) => void
}

/** E-mail, password and captcha; all three are required. Above them the passkey login. */
export function LoginForm({ email, onEmail, onFactorNeeded, onCountryNeeded }: Props) {
  const t = useText()
  const [password, setPassword] = useState(() => storedTestAccount()?.password ?? '')
  const [code, setCode] = useState('')
  const [wrongEmail, setWrongEmail] = useState<string>()
  const passwordInput = useRef<HTMLInputElement>(null)
  const captcha = useCaptcha('login')
  const entering = useCommand({
    mutationFn: logIn,
    onError: (error) => {
      const ticket = ticketIn(error, 'second_factor_needed')
      if (ticket !== undefined) return onFactorNeeded(ticket)
      const countryTicket = ticketIn(error, 'country_code_needed')
      if (countryTicket !== undefined) return onCountryNeeded(countryTicket)
      setCode('')
      captcha.refresh()
    },
  })
  const isComplete = email !== '' && password !== '' && code !== ''

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    if (!canBeEmail(email)) return setWrongEmail(email)
    entering.mutate({ username: email, pwd: password, codeId: captcha.codeId, captCode: code })
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-14">
      <PasskeyButton />
      <EmailField
        email={email}
        onEmail={onEmail}
        onChosen={() => passwordInput.current?.focus()}
        error={email === wrongEmail ? t('account.email.wrong') : undefined}
      />
      <PasswordField
        ref={passwordInput}
        label={t('account.password.label')}
        value={password}
        onValue={setPassword}
      />
      <CaptchaField captcha={captcha} code={code} onCode={setCode} />
      <FormAction>
        <Button block submit disabled={!isComplete} busy={entering.isPending}>
          {t('account.login.submit')}
        </Button>
      </FormAction>
      <SignInLink email={email} />
      <button
        type="button"
        onClick={() => openOverlay('forgotPassword', { email })}
        className="tap mx-auto cursor-pointer px-8 text-13 font-600 text-brand-text hover:underline"
      >
        {t('account.login.forgot')}
      </button>
    </form>
  )
}
