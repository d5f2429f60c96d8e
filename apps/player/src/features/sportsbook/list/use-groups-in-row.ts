import { useSyncExternalStore } from 'react'

const rows = [
  { query: '(min-width: 1600px)', groups: 4 },
  // The tree stands here with its words, and takes the room of one.
  { query: '(min-width: 1440px)', groups: 3 },
  { query: '(min-width: 1280px)', groups: 4 },
  { query: '(min-width: 1152px)', groups: 3 },
] as const
const fewestGroups = 2

const subscribe = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** How many markets stand side by side: by the width of the window, as the columns of the page leave room. */
export const useGroupsInRow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => rows.find(({ query }) => matchMedia(query).matches)?.groups ?? fewestGroups,
    () => fewestGroups, // where pages are drawn beforehand: a phone
  )
