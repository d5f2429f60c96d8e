import { Field, PasswordInput } from '@palpite/ui'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { useText } from './text/text.ts'

/** The longest password the server accepts. */
const maxLength = 128

/** The current or a new password: browsers fill and suggest passwords by these names. */
const kinds = {
  present: { name: 'password', autoComplete: 'current-password' },
  wanted: { name: 'new-password', autoComplete: 'new-password' },
  repeated: { name: 'repeat-password', autoComplete: 'new-password' },
} as const

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'hint'> & {
  kind?: keyof typeof kinds
  value: string
  onValue: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** A password field, hidden until the player chooses to show it. */
export function PasswordField({ label, error, hint, kind = 'present', onValue, ...input }: Props): ReactNode {
  const t = useText()
  return (
    <Field label={label} error={error} hint={hint}>
      <PasswordInput
        {...input}
        {...kinds[kind]}
        maxLength={maxLength}
        onChange={(event) => onValue(event.target.value)}
        showLabel={t('app.password.show')}
        hideLabel={t('app.password.hide')}
      />
    </Field>
  )
}
