import { Button, Field, FormAction, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { useText } from '../../../shared/text/text.ts'

type Place = 'email' | 'password' | 'form'

const placeOfCode: Readonly<Record<string, Place>> = { invalid_email: 'email', wrong_password: 'password' }

type Props = { email: string; onEmail: (email: string) => void; onMailed: () => void }

/** Step one: the new address, and the password. */
export function AskEmailStep({ email, onEmail, onMailed }: Props) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<{ at: Place; says: string }>()
  const asking = useCommand({
    mutationFn: () => api('POST /api/app/user/askEmail', { body: { email, pwd: password }, inline: true }),
    onSuccess: onMailed,
    onError: (error) =>
      setProblem({
        at: placeOfCode[refusalCode(error) ?? ''] ?? 'form',
        says: serverMessageOf(error) || t('app.connection.slow'),
      }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (email === '') return setProblem({ at: 'email', says: t('account.forgot.enterEmail') })
    if (password === '') return setProblem({ at: 'password', says: t('account.change.presentMissing') })
    setProblem(undefined)
    return asking.mutate()
  }
  const problemAt = (place: Place) => (problem?.at === place ? problem.says : undefined)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <Field label={t('account.newEmail.wanted')} error={problemAt('email')}>
        <TextInput
          type="email"
          name="new-email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          placeholder={t('account.email.placeholder')}
          value={email}
          onChange={(event) => onEmail(event.target.value.toLowerCase())}
        />
      </Field>
      <PasswordField
        label={t('account.change.present')}
        error={problemAt('password')}
        value={password}
        onValue={setPassword}
      />
      {problem?.at === 'form' && (
        <p role="alert" className="text-12 font-500 text-loss">
          {problem.says}
        </p>
      )}
      <FormAction>
        <Button block submit busy={asking.isPending}>
          {t('account.forgot.send')}
        </Button>
      </FormAction>
    </form>
  )
}
