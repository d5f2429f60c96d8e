import { createContext, type ReactNode, use, useId } from 'react'

type FieldIds = { id: string; describedBy: string | undefined; invalid: boolean }

const FieldContext = createContext<FieldIds | undefined>(undefined)

/** The attributes an input in a `Field` must have to be linked with label, hint and error. */
export const useFieldAria = () => {
  const field = use(FieldContext)
  return {
    id: field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
  }
}

type Props = {
  label: string
  /** Permanent help under the input. */
  hint?: ReactNode
  /** The value's error; replaces the hint and is announced. */
  error?: string | undefined
  /** Shown right of the label, such as a link. */
  aside?: ReactNode
  children: ReactNode
}

/** A label, the input below it, and its hint or error. */
export function Field({ label, hint, error, aside, children }: Props) {
  const id = useId()
  const noteId = `${id}note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <FieldContext value={{ id, describedBy: hasNote ? noteId : undefined, invalid: error !== undefined }}>
      <div className="grid gap-6">
        <div className="flex items-baseline justify-between gap-8">
          <label htmlFor={id} className="text-13 font-600 text-text-2">
            {label}
          </label>
          {aside}
        </div>
        {children}
        {hasNote && (
          <p
            id={noteId}
            role={error === undefined ? undefined : 'alert'}
            data-error={error !== undefined || undefined}
            className="text-12 text-text-3 data-error:font-500 data-error:text-loss"
          >
            {error ?? hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}
