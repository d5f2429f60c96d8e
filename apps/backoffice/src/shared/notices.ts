import { useSyncExternalStore } from 'react'

export type Notice = { id: number; tone: 'done' | 'failed'; words: string }

const SHOWN_MS = 6000

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

const become = (next: readonly Notice[]) => {
  notices = next
  for (const listener of listeners) listener()
}

/** Shows a command's result in a corner for some seconds. */
export function say(words: string, tone: Notice['tone'] = 'done'): void {
  lastId += 1
  const id = lastId
  become([...notices.slice(-2), { id, tone, words }])
  setTimeout(() => become(notices.filter((notice) => notice.id !== id)), SHOWN_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => notices)
