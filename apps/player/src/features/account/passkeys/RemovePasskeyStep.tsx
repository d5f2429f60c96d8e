import { Button, FormAction } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import type { Passkey } from './PasskeyRow.tsx'

type Props = { passkey: Passkey; onBack: () => void; onRemoved: () => void }

/** Which passkey goes, what that means, and the password. */
export function RemovePasskeyStep({ passkey, onBack, onRemoved }: Props) {
  const t = useText()
  const passwordInput = useFirstFocus<HTMLInputElement>()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const removing = useCommand({
    mutationFn: (pwd: string) =>
      api('POST /api/app/user/removePasskey', { body: { key: passkey.key, pwd }, inline: true }),
    onSuccess: onRemoved,
    onError: (error) => setProblem(serverMessageOf(error) || t('app.connection.slow')),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setProblem(t('account.change.presentMissing'))
    setProblem(undefined)
    return removing.mutate(password)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <div className="grid gap-4">
        <p className="text-16 font-700 wrap-anywhere">
          {t('account.passkeys.removeOf', { name: passkey.name })}
        </p>
        <p className="text-14 text-text-2">{t('account.passkeys.removeHint')}</p>
      </div>
      <PasswordField
        ref={passwordInput}
        label={t('account.change.present')}
        error={problem}
        value={password}
        onValue={setPassword}
      />
      <FormAction>
        <Button block submit kind="danger" busy={removing.isPending}>
          {t('account.passkeys.remove')}
        </Button>
      </FormAction>
      <Button kind="ghost" size="s" onClick={onBack}>
        {t('app.back.label')}
      </Button>
    </form>
  )
}
