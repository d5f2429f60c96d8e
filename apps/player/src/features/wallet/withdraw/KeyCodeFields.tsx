import { Button, Field, TextInput } from '@palpite/ui'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { useText } from '../../../shared/text/text.ts'
import type { KeyCode } from './use-key-code.ts'

type Props = { email: string; keyCode: KeyCode }

/** The address the code was mailed to, and the code. */
export function KeyCodeFields({ email, keyCode }: Props) {
  const t = useText()
  const input = useFirstFocus<HTMLInputElement>()
  return (
    <div className="grid gap-14">
      <p className="text-14 text-text-2">{t('wallet.details.codeWhy')}</p>
      <Field label={t('wallet.details.email')}>
        <TextInput type="email" name="email" readOnly value={email} />
      </Field>
      <Field label={t('wallet.details.code')} error={keyCode.problem}>
        <TextInput
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={input}
          value={keyCode.code}
          onChange={(event) => keyCode.change(event.target.value)}
        />
      </Field>
      <Button kind="ghost" size="s" onClick={keyCode.askAgain}>
        {t('wallet.details.codeAgain')}
      </Button>
    </div>
  )
}
