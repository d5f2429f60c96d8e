import { useSyncExternalStore } from 'react'

const rows = [
  { query: '(min-width: 1600px)', columns: 9 },
  // The tree stands from 1440 on with its words, and takes the room of two.
  { query: '(min-width: 1280px)', columns: 7 },
  { query: '(min-width: 1152px)', columns: 6 },
] as const
const fewestColumns = 5

const subscribe = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** How many prices stand side by side and leave names their room: by the width of the window, as the columns of the page do. */
export const useColumnsInRow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => rows.find(({ query }) => matchMedia(query).matches)?.columns ?? fewestColumns,
    () => fewestColumns, // where pages are drawn beforehand: a phone
  )
