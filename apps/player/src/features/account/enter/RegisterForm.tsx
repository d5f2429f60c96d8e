import { Button, Checkbox, StatusTag } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../../shared/api/use-command.ts'
import { invitationCode } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { PasswordPair } from '../password/PasswordPair.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { EmailField } from './EmailField.tsx'
import { register } from './enter.ts'
import { defaultPrefix } from './phone.ts'
import { PhoneField } from './PhoneField.tsx'
import { useCaptcha } from './use-captcha.ts'

type Props = { email: string; onEmail: (email: string) => void }
type Missing = 'terms' | 'captcha'

/** A new account. Only the terms and the captcha are asked for here; the server judges the rest (SPEC §5). */
export function RegisterForm({ email, onEmail }: Props) {
  const t = useText()
  const [prefix, setPrefix] = useState<string>(defaultPrefix)
  const [digits, setDigits] = useState('')
  const [pair, setPair] = useState({ password: '', repeated: '' })
  const [code, setCode] = useState('')
  const [agrees, setAgrees] = useState(false)
  const [missing, setMissing] = useState<Missing>()
  const captcha = useCaptcha()
  const invitation = invitationCode()
  const registering = useCommand({
    mutationFn: register,
    onError: () => {
      setCode('')
      captcha.refresh()
    },
    onSuccess: captcha.renew,
  })

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const lacks = !agrees ? 'terms' : code === '' ? 'captcha' : undefined
    setMissing(lacks)
    if (lacks) return
    registering.mutate({
      username: email,
      country: prefix,
      phone: digits,
      pwd: pair.password,
      pwd1: pair.repeated,
      codeId: captcha.codeId,
      captCode: code,
    })
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-14">
      {invitation !== '' && (
        <div className="justify-self-start">
          <StatusTag tone="brand" icon="gift-duotone">
            {t('account.register.invited', { code: invitation })}
          </StatusTag>
        </div>
      )}
      <EmailField email={email} onEmail={onEmail} />
      <PhoneField prefix={prefix} onPrefix={setPrefix} digits={digits} onDigits={setDigits} />
      <PasswordPair pair={pair} onPair={setPair} label={t('account.password.label')} />
      <CaptchaField
        captcha={captcha}
        code={code}
        onCode={setCode}
        error={missing === 'captcha' ? t('account.register.captchaMissing') : undefined}
      />
      <div>
        <Checkbox
          checked={agrees}
          aria-invalid={missing === 'terms' || undefined}
          onChange={(event) => setAgrees(event.target.checked)}
        >
          {t('account.register.terms')}
        </Checkbox>
        {missing === 'terms' && (
          <p role="alert" className="text-12 font-500 text-loss">
            {t('account.register.termsMissing')}
          </p>
        )}
      </div>
      <Button block submit busy={registering.isPending}>
        {t('account.register.submit')}
      </Button>
    </form>
  )
}
