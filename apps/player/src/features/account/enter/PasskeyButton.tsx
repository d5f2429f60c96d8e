import { Button, Icon } from '@palpite/ui'
import { useId } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { knowsPasskeys, PasskeyError } from '../passkeys/browser.ts'
import { logInWithPasskey } from './enter.ts'

/** Login by passkey, without input or captcha. Hidden if the browser lacks support. */
export function PasskeyButton() {
  const t = useText()
  const hintId = useId()
  const entering = useCommand({ mutationFn: logInWithPasskey })
  if (!knowsPasskeys()) return null
  // A refusal is shown in an alert, as for the password.
  const { error } = entering
  const hasFailed = error !== null && !(error instanceof ApiError)
  return (
    <div className="grid gap-4">
      <Button
        kind="secondary"
        block
        busy={entering.isPending}
        aria-describedby={hintId}
        onClick={() => entering.mutate()}
      >
        <Icon name="fingerprint" className="size-22" />
        {t('account.login.passkey')}
      </Button>
      <p
        id={hintId}
        role={hasFailed ? 'alert' : undefined}
        data-error={hasFailed || undefined}
        className="text-center text-12 text-text-3 data-error:font-500 data-error:text-loss"
      >
        {!hasFailed
          ? t('account.login.passkeyHint')
          : t(error instanceof PasskeyError ? 'account.login.passkeyUnused' : 'app.connection.slow')}
      </p>
    </div>
  )
}
