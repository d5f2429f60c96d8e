import { useState } from 'react'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { useText } from '../../../shared/text/text.ts'

export type Pair = { password: string; repeated: string }

/** The server's minimum, stated in advance. */
const minLength = 8

type Props = {
  pair: Pair
  onPair: (pair: Pair) => void
  label: string
  /** The errors of both fields. */
  errors?: { password?: string | undefined; repeated?: string | undefined }
}

/** A new password, typed twice. States the length rule and whether they differ. */
export function PasswordPair({ pair, onPair, label, errors }: Props) {
  const t = useText()
  const [isLeft, setIsLeft] = useState(false)
  const isShort = pair.password !== '' && pair.password.length < minLength
  const differs = isLeft && pair.repeated !== '' && pair.repeated !== pair.password
  return (
    <>
      <PasswordField
        kind="wanted"
        label={label}
        error={errors?.password}
        hint={
          <span data-met={pair.password.length >= minLength || undefined} className="data-met:text-win">
            {isShort
              ? t('account.password.missing', { count: minLength - pair.password.length })
              : t('account.password.hint', { min: minLength })}
          </span>
        }
        value={pair.password}
        onValue={(password) => onPair({ ...pair, password })}
      />
      <PasswordField
        kind="repeated"
        label={t('account.password.repeat')}
        error={differs ? t('account.password.differ') : errors?.repeated}
        value={pair.repeated}
        onBlur={() => setIsLeft(true)}
        onValue={(repeated) => onPair({ ...pair, repeated })}
      />
    </>
  )
}
