import { useSyncExternalStore } from 'react'

const rows = [
  { query: '(min-width: 1600px)', columns: 9 },
  // From 1440 pixels the tree has words and takes the width of two columns.
  { query: '(min-width: 1280px)', columns: 7 },
  { query: '(min-width: 1152px)', columns: 6 },
] as const
const fewestColumns = 5

const subscribe = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** How many prices fit side by side and leave room for names, by window width. */
export const useColumnsInRow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => rows.find(({ query }) => matchMedia(query).matches)?.columns ?? fewestColumns,
    () => fewestColumns, // when prerendering: a phone
  )
