/** A frame's state: loading, shown, or failed. */
export type FrameState = 'loading' | 'shown' | 'failed'

/** What can be read of a frame's document; undefined for an external page. */
export type FrameContent = { path: string; hasMark: boolean } | undefined

/** The mark of our payment page when it shows an order; no failure page has it. */
const paymentMark = 'main[data-state]'

/**
 * A frame's state after its load event. Browsers fire it for their error page and a proxy's answer too. But our own
 * page can be read and those cannot: an unreadable page, or one at our address without the mark, is not ours. An
 * external page cannot be checked, so it is trusted.
 */
export const frameStateOnLoad = (address: string, held: FrameContent): FrameState => {
  if (!address.startsWith('/')) return 'shown'
  if (!held) return 'failed'
  if (held.path === 'blank') return 'loading' // the empty page before ours
  const [path] = address.split('?')
  return held.hasMark || held.path !== path ? 'shown' : 'failed'
}

/** Reads a frame's document as far as allowed. */
export const inspectFrame = ({ contentDocument }: Pick<HTMLIFrameElement, 'contentDocument'>): FrameContent =>
  contentDocument
    ? {
        path: new URL(contentDocument.URL).pathname,
        hasMark: contentDocument.querySelector(paymentMark) !== null,
      }
    : undefined
