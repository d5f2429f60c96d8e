import { api } from '../../../shared/api/api.ts'
import { useText } from '../../../shared/text/text.ts'
import { PasswordForm } from '../PasswordForm.tsx'
import type { Passkey } from './PasskeyRow.tsx'

type Props = { passkey: Passkey; onBack: () => void; onRemoved: () => void }

/** The passkey to remove, the consequences, and the password. */
export function RemovePasskeyStep({ passkey, onBack, onRemoved }: Props) {
  const t = useText()
  return (
    <PasswordForm
      action={t('account.passkeys.remove')}
      isDanger
      send={(pwd) =>
        api('POST /api/app/user/removePasskey', { body: { key: passkey.key, pwd }, inline: true })
      }
      onBack={onBack}
      onDone={onRemoved}
    >
      <div className="grid gap-4">
        <p className="text-16 font-700 wrap-anywhere">
          {t('account.passkeys.removeOf', { name: passkey.name })}
        </p>
        <p className="text-14 text-text-2">{t('account.passkeys.removeHint')}</p>
      </div>
    </PasswordForm>
  )
}
