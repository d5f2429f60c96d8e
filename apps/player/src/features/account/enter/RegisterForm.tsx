import { Button, FormAction } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { ApiError, serverMessageOf } from '../../../shared/api/api-error.ts'
import { reactToError } from '../../../shared/api/react-to-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useLook } from '../../../shared/look.ts'
import { useText } from '../../../shared/text/text.ts'
import { useDraft } from '../../../shared/use-draft.ts'
import { usePolicy } from '../../../shared/use-policy.ts'
import { PasswordPair } from '../password/PasswordPair.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { canBeEmail } from './email-check.ts'
import { EmailField } from './EmailField.tsx'
import { register } from './enter.ts'
import { InvitationTag } from './InvitationTag.tsx'
import { defaultPrefix } from './phone.ts'
import { PersonFields } from '../kyc/PersonFields.tsx'
import { PhoneField } from './PhoneField.tsx'
import { type RegisterField, refusedField } from './refused-field.ts'
import { TermsBox } from './TermsBox.tsx'
import { useCaptcha } from './use-captcha.ts'

type Props = { email: string; onEmail: (email: string) => void }
type Missing = 'terms' | 'captcha'

/**
 * A new account, with name and CPF where the law asks for them. Only terms and captcha are enforced here; the server validates the rest (SPEC §5), and its message
 * stays at the field until the field changes. An impossible e-mail is reported while typing, but still sent.
 */
export function RegisterForm({ email, onEmail }: Props) {
  const t = useText()
  const [prefix, setPrefix] = useDraft('enter.prefix', () => defaultPrefix(useLook.getState().language))
  const [digits, setDigits] = useDraft('enter.phone', () => '')
  const [name, setName] = useState('')
  const [cpf, setCpf] = useState('')
  const [pair, setPair] = useState({ password: '', repeated: '' })
  const [code, setCode] = useState('')
  const [agrees, setAgrees] = useState(false)
  const [missing, setMissing] = useState<Missing>()
  const [refused, setRefused] = useState<{ field: RegisterField; message: string }>()
  const captcha = useCaptcha('register')
  const { tellsRisks, identifiesAtRegistration } = usePolicy().data ?? {}
  const registering = useCommand({
    mutationFn: register,
    onError: (error) => {
      setCode('')
      captcha.refresh()
      const field = refusedField(error)
      if (field) setRefused({ field, message: serverMessageOf(error) })
      else if (error instanceof ApiError) reactToError(error, false)
    },
    onSuccess: captcha.renew,
  })
  const problemOf = (field: RegisterField) => (refused?.field === field ? refused.message : undefined)
  const changing =
    <V,>(field: RegisterField, set: (value: V) => void) =>
    (value: V) => {
      if (refused?.field === field) setRefused(undefined)
      set(value)
    }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const lacks = !agrees ? 'terms' : code === '' ? 'captcha' : undefined
    setMissing(lacks)
    if (lacks) return
    setRefused(canBeEmail(email) ? undefined : { field: 'email', message: t('account.email.wrong') })
    registering.mutate({
      username: email,
      country: prefix,
      phone: digits,
      pwd: pair.password,
      pwd1: pair.repeated,
      codeId: captcha.codeId,
      captCode: code,
      name: name.trim(),
      cardNo: cpf.replace(/\D/g, ''),
    })
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-14">
      <InvitationTag />
      <EmailField email={email} onEmail={changing('email', onEmail)} error={problemOf('email')} />
      <PhoneField
        prefix={prefix}
        onPrefix={changing('phone', setPrefix)}
        digits={digits}
        onDigits={changing('phone', setDigits)}
        error={problemOf('phone')}
      />
      {identifiesAtRegistration && (
        <PersonFields
          name={name}
          onName={changing('name', setName)}
          cpf={cpf}
          onCpf={changing('cpf', setCpf)}
          errors={{ name: problemOf('name'), cpf: problemOf('cpf') }}
        />
      )}
      <PasswordPair
        pair={pair}
        onPair={(changed) => {
          changing(changed.password === pair.password ? 'repeated' : 'password', setPair)(changed)
        }}
        label={t('account.password.label')}
        errors={{ password: problemOf('password'), repeated: problemOf('repeated') }}
      />
      <CaptchaField
        captcha={captcha}
        code={code}
        onCode={setCode}
        error={missing === 'captcha' && code === '' ? t('account.register.captchaMissing') : undefined}
      />
      <TermsBox agrees={agrees} onAgrees={setAgrees} isMissing={missing === 'terms' && !agrees} />
      {tellsRisks && (
        <p className="text-12 text-text-2">
          {t('protection.risks.loss')} {t('protection.risks.signs')}
        </p>
      )}
      <FormAction>
        <Button block submit busy={registering.isPending}>
          {t('account.register.submit')}
        </Button>
      </FormAction>
    </form>
  )
}
