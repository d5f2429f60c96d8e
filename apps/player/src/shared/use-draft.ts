import { useState } from 'react'
import { useToken } from './session.ts'

type Draft = { value: unknown; typedAt: number }

const drafts = new Map<string, Draft>()

/** An older draft is dropped: another person may hold the device without a login between. */
const keptMs = 15 * 60_000

/** The draft of this name in this visit. */
export const draftOf = <V>(name: string, first: V): V => {
  const draft = drafts.get(name)
  if (draft && Date.now() - draft.typedAt < keptMs) return draft.value as V
  drafts.delete(name)
  return first
}

/** Stores what is typed, for the next time the form opens. */
export const keepDraft = (name: string, value: unknown): void =>
  void drafts.set(name, { value, typedAt: Date.now() })

/**
 * Like `useState` for a sheet's input: a press outside closes a dialog, and the input must survive. In memory, for
 * this visit and player; never for passwords and codes.
 */
export const useDraft = <V>(name: string, first: () => V): [V, (value: V) => void] => {
  const [value, setValue] = useState<V>(() => draftOf(name, first()))
  const change = (next: V): void => {
    keepDraft(name, next)
    setValue(next)
  }
  return [value, change]
}

// A login ends a visitor's drafts, as a logout ends a player's: the next person must not find a typed e-mail.
useToken.subscribe(({ token }, before) => {
  if (token !== before.token) drafts.clear()
})
