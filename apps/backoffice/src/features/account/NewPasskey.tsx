import { Button, Field, PasswordInput, TextInput } from '@palpite/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, ask } from '../../shared/api.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { knowsPasskeys, makePasskey } from '../../shared/passkeys.ts'
import { useText } from '../../shared/text.ts'

/** Creates a named passkey by password; says why if that is impossible. */
export function NewPasskey({ isFull }: { isFull: boolean }) {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const creation = await ask('POST /api/backoffice/session/newPasskey', { body: { password } })
      return ask('POST /api/backoffice/session/addPasskey', {
        body: { name, ...(await makePasskey(creation)) },
      })
    },
    onSuccess: () => {
      say(t('passkeys.add.done'))
      setName('')
    },
    onSettled: () => {
      setPassword('')
      return client.invalidateQueries()
    },
  })
  if (!knowsPasskeys()) return <p className="text-13 text-text-2">{t('passkeys.add.unknown')}</p>
  const { error } = add
  return (
    <form
      className="grid gap-14 border-t border-line pt-14"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <h3 className="text-14 font-700">{t('passkeys.add.title')}</h3>
      <Field label={t('passkeys.add.name')} hint={t('passkeys.add.nameHint')}>
        <TextInput
          size="s"
          required
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        label={t('signin.password.label')}
        error={error ? (error instanceof ApiError ? wordsOf(error, t) : t('passkeys.left.text')) : undefined}
      >
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
      {isFull && <p className="text-13 text-text-2">{t('passkeys.add.full')}</p>}
      <Button
        submit
        size="s"
        className="justify-self-start"
        busy={add.isPending}
        disabled={isFull || name.trim() === '' || password === ''}
      >
        {t('passkeys.add.button')}
      </Button>
    </form>
  )
}
