/** The app's state on a browser history entry. */
export type EntryNotes = {
  /** An entry for overlays, above a screen's entry. Without an open overlay it still shows that screen. */
  forOverlays?: true
  /** The mark of the entry below, which a step back skips unless an overlay is open here. */
  over?: string
  /** The mark by which the entry above refers to this one. */
  under?: string
  /** The app navigated here: one step back stays in the app. */
  inner?: boolean
}

/** The state of the current entry; empty if the app did not create it. */
export const entryNotes = (): EntryNotes => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
