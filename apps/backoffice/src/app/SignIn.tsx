import { Button, Field, PasswordInput, TextInput } from '@palpite/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, type ApiError } from '../shared/api.ts'
import { wordsOf } from '../shared/failure.ts'
import { beginSession, type Ending } from '../shared/session.ts'
import { useText } from '../shared/text.ts'
import { Gate } from './Gate.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'

/** An operator's login; says whether the server ended the previous session. */
export function SignIn({ ending }: { ending: Ending }) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation<{ token: string }, ApiError>({
    mutationFn: () => ask('POST /api/backoffice/session/signIn', { body: { email, password } }),
    onSuccess: ({ token }) => beginSession(token),
  })
  return (
    <Gate title={t('signin.head.title')} text={t('signin.head.text')}>
      <form
        className="grid gap-14"
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate()
        }}
      >
        {ending === 'ended' && (
          <p role="status" className="rounded-11 bg-warn-tint px-12 py-10 text-13 text-text">
            {t('signin.ended.text')}
          </p>
        )}
        <Field label={t('signin.email.label')}>
          <TextInput
            size="s"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={t('signin.password.label')} error={signIn.error ? wordsOf(signIn.error, t) : undefined}>
          <PasswordInput
            size="s"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            showLabel={t('signin.password.show')}
            hideLabel={t('signin.password.hide')}
          />
        </Field>
        <Button submit size="m" block busy={signIn.isPending}>
          {t('signin.button.label')}
        </Button>
      </form>
      <PasskeySignIn />
    </Gate>
  )
}
