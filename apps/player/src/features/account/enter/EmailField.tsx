import { Field, TextInput } from '@palpite/ui'
import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { suggestedEmails } from './email-suggestions.ts'

type Props = {
  email: string
  onEmail: (email: string) => void
  /** A whole address was chosen from the list: the next field may take the focus. */
  onChosen?: () => void
  /** Suggests mail providers only when logging in or registering; elsewhere the address is known. */
  suggests?: boolean
  /** Why this e-mail is invalid. */
  error?: string | undefined
}

/** The e-mail in lower case, with the usual mail providers suggested while typing. */
export function EmailField({ email, onEmail, onChosen, suggests = true, error }: Props) {
  const t = useText()
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const offered = suggests && isOpen ? suggestedEmails(email) : []
  const active = offered[at]

  const choose = (chosen: string) => {
    onEmail(chosen)
    setIsOpen(false)
    onChosen?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (offered.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((at + step + offered.length) % offered.length)
    } else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape') {
      // Closes only the list, not the sheet around it.
      event.preventDefault()
      setIsOpen(false)
    }
  }

  return (
    <Field label={t('account.email.label')} error={error}>
      <div className="relative">
        <TextInput
          type="email"
          name="email"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={offered.length > 0}
          aria-controls={listId}
          aria-activedescendant={active === undefined ? undefined : `${listId}${at}`}
          value={email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={254}
          placeholder={t('account.email.placeholder')}
          onChange={(event) => {
            onEmail(event.target.value.toLowerCase())
            setIsOpen(true)
            setAt(-1)
          }}
          onBlur={() => setIsOpen(false)}
          onKeyDown={onKeyDown}
        />
        <div
          id={listId}
          role="listbox"
          aria-label={t('account.email.suggestions')}
          hidden={offered.length === 0}
          className="absolute inset-x-0 top-full z-10 mt-4 max-h-200 overflow-y-auto rounded-14 bg-surface-3 p-4 shadow-2"
        >
          {offered.map((each, index) => (
            <button
              key={each}
              id={`${listId}${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // The default would move the focus and close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(each)}
              className="block min-h-(--tap) w-full cursor-pointer truncate rounded-11 px-12 text-start text-14 text-text-2 hover:bg-surface-4 hover:text-text active:bg-surface-4 aria-selected:bg-surface-4 aria-selected:text-text"
            >
              {email.split('@')[0]}
              <span className="font-600 text-text">{each.slice(each.indexOf('@'))}</span>
            </button>
          ))}
        </div>
      </div>
    </Field>
  )
}
