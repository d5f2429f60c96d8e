import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icons/Icon.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }

/** A tick box with its sentence; the whole line is the target. */
export function Checkbox({ children, ...input }: Props) {
  return (
    <label className="tap flex cursor-pointer items-center gap-10 py-6 text-13 text-text-2 hover:text-text">
      <span className="relative grid size-24 shrink-0 place-items-center">
        <input
          {...input}
          type="checkbox"
          className="ring-input peer absolute inset-0 cursor-pointer appearance-none rounded-8 bg-surface-2 checked:bg-brand checked:shadow-none"
        />
        <Icon
          name="check-bold"
          className="pointer-events-none invisible relative size-16 text-on-brand peer-checked:visible"
        />
      </span>
      <span>{children}</span>
    </label>
  )
}
