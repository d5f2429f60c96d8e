import { Button, Field, PasswordInput } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../shared/ask-again.ts'
import { wordsOf } from '../shared/failure.ts'
import type { Me } from '../shared/me.ts'
import { say } from '../shared/notices.ts'
import { useText } from '../shared/text.ts'
import { Gate } from './Gate.tsx'

/** Asks for a new password in place of the one-time one, before anything else. */
export function NewPassword({ me }: { me: Me }) {
  const t = useText()
  const [oldPassword, setOld] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useCommand('POST /api/backoffice/session/changePassword')
  const eye = { showLabel: t('signin.password.show'), hideLabel: t('signin.password.hide') }
  return (
    <Gate title={t('newpassword.head.title')} text={t('newpassword.head.text', { email: me.email })}>
      <form
        className="grid gap-14"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(
            { body: { oldPassword, newPassword } },
            { onSuccess: () => say(t('newpassword.done.text')) },
          )
        }}
      >
        <Field label={t('newpassword.old.label')}>
          <PasswordInput
            {...eye}
            size="s"
            required
            autoComplete="current-password"
            value={oldPassword}
            onChange={(event) => setOld(event.target.value)}
          />
        </Field>
        <Field
          label={t('newpassword.new.label')}
          hint={t('newpassword.new.hint')}
          error={change.error ? wordsOf(change.error, t) : undefined}
        >
          <PasswordInput
            {...eye}
            size="s"
            required
            autoComplete="new-password"
            value={newPassword}
            onChange={(event) => setNew(event.target.value)}
          />
        </Field>
        <Button submit size="m" block busy={change.isPending}>
          {t('newpassword.button.label')}
        </Button>
      </form>
    </Gate>
  )
}
