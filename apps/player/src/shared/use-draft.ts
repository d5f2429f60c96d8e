import { useState } from 'react'
import { onLogout } from './session.ts'

const drafts = new Map<string, unknown>()

/** What was typed under this name before, in this visit. */
export const draftOf = <V>(name: string, first: V): V => (drafts.has(name) ? (drafts.get(name) as V) : first)

/** Notes what is typed, for the next time that the form is opened. */
export const keepDraft = (name: string, value: unknown): void => void drafts.set(name, value)

/**
 * Like `useState` for what is typed into a sheet: a press beside a dialog closes it, and what was typed must not be gone
 * with it. Kept in memory, for this visit and this player; never for passwords and codes.
 */
export const useDraft = <V>(name: string, first: () => V): [V, (value: V) => void] => {
  const [value, setValue] = useState<V>(() => draftOf(name, first()))
  const change = (next: V): void => {
    keepDraft(name, next)
    setValue(next)
  }
  return [value, change]
}

onLogout(() => drafts.clear())
