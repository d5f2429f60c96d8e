/** What the app notes on an entry of the browser's history. */
export type EntryNotes = {
  /** Made for overlays, above the entry of a screen. With none open it shows that screen all the same. */
  forOverlays?: true
  /** The mark of the entry below, which a step back from here goes past unless an overlay is open here. */
  over?: string
  /** The mark that the entry above knows this one by. */
  under?: string
  /** The app itself led here: one step back is still in the app. */
  inner?: boolean
}

/** The notes on the entry in sight; none on an entry that somebody else made. */
export const entryNotes = (): EntryNotes => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
