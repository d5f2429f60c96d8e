/** What the app notes on an entry of the browser's history. */
type EntryNotes = {
  /** An overlay made this entry, so that the back button closes it. */
  overlay?: boolean
  /** The app itself led here: one step back is still in the app. */
  inner?: boolean
}

/** The notes on the entry in sight; none on an entry that somebody else made. */
export const entryNotes = (): EntryNotes => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
