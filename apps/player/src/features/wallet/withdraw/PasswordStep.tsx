import { StickyAction } from '../StickyAction.tsx'
import { Button, IconButton } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'

type Props = { payoutKey: string; onVerified: () => void; onBack: () => void }

/** Asks for the password before the first payout to a key. */
export function PasswordStep({ payoutKey, onVerified, onBack }: Props) {
  const t = useText()
  const passwordInput = useFirstFocus<HTMLInputElement>()
  const [password, setPassword] = useState('')
  const verifying = useCommand({
    mutationFn: (pwd: string) => api('POST /api/app/user/verifyPwd', { body: { pwd }, inline: true }),
    onSuccess: onVerified,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') verifying.mutate(password)
  }
  const error = verifying.isError ? serverMessageOf(verifying.error) || t('app.connection.slow') : undefined
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <div className="flex items-center gap-4">
        <IconButton icon="caret-left-bold" label={t('app.back.label')} className="-ms-8" onClick={onBack} />
        <h2 className="text-16 font-700">{t('wallet.verify.title')}</h2>
      </div>
      <p className="text-14 text-text-2 wrap-anywhere">{t('wallet.verify.why', { key: payoutKey })}</p>
      <PasswordField
        ref={passwordInput}
        label={t('wallet.verify.password')}
        error={error}
        value={password}
        onValue={setPassword}
      />
      <StickyAction>
        <Button block submit disabled={password === ''} busy={verifying.isPending}>
          {t('wallet.verify.submit')}
        </Button>
      </StickyAction>
    </form>
  )
}
