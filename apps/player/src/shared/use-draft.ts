import { useState } from 'react'
import { useToken } from './session.ts'

type Draft = { value: unknown; typedAt: number }

const drafts = new Map<string, Draft>()

/** A draft that lay for so long is its author's no more: another person may hold the device, without a login between. */
const keptMs = 15 * 60_000

/** What was typed under this name before, in this visit. */
export const draftOf = <V>(name: string, first: V): V => {
  const draft = drafts.get(name)
  if (draft && Date.now() - draft.typedAt < keptMs) return draft.value as V
  drafts.delete(name)
  return first
}

/** Notes what is typed, for the next time that the form is opened. */
export const keepDraft = (name: string, value: unknown): void =>
  void drafts.set(name, { value, typedAt: Date.now() })

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

// Entering ends a visitor's drafts, as leaving does a player's: who logs out next must not find the e-mail that was typed.
useToken.subscribe(({ token }, before) => {
  if (token !== before.token) drafts.clear()
})
