import { type ComponentProps, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { TextInput } from './TextInput.tsx'

type Props = Omit<ComponentProps<typeof TextInput>, 'type' | 'after'> & {
  showLabel: string
  hideLabel: string
}

/** A password with an eye to read it by. */
export function PasswordInput({ showLabel, hideLabel, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...input}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <IconButton
          icon={shown ? 'eye-slash' : 'eye'}
          label={shown ? hideLabel : showLabel}
          className="-my-6 -me-10 text-text-2"
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
