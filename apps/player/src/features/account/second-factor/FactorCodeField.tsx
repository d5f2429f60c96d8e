import { Field, TextInput } from '@palpite/ui'
import type { Ref } from 'react'
import { useText } from '../../../shared/text/text.ts'

type Props = {
  code: string
  onCode: (code: string) => void
  error: string | undefined
  /** Accepts only app codes: digits. */
  isOfApp?: boolean
  ref?: Ref<HTMLInputElement>
}

/** An app code, or a recovery code with letters. */
export function FactorCodeField({ code, onCode, error, isOfApp = false, ref }: Props) {
  const t = useText()
  return (
    <Field label={t(isOfApp ? 'account.factor.appCode' : 'account.factor.anyCode')} error={error}>
      <TextInput
        ref={ref}
        name="second-factor"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={isOfApp ? 'numeric' : 'text'}
        maxLength={24}
        value={code}
        onChange={(event) => onCode(event.target.value)}
      />
    </Field>
  )
}
