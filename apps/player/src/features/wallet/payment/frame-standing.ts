/** How a page in a frame stands: on its way, in sight, or not to be had. */
export type FrameStanding = 'loading' | 'shown' | 'failed'

/** What can be read of a frame's document from outside; nothing of a page of somebody else. */
export type Held = { path: string; hasMark: boolean } | undefined

/** What our payment page carries wherever it shows an order, and no page of a failure does. */
const paymentMark = 'main[data-state]'

/**
 * How the frame stands when it says that it has loaded. A browser says so of its own error page too, and of whatever
 * a proxy answers in our place. But our own page may be looked into, as neither of the others may be: what cannot be
 * read, or stands at its address without its mark, is not it. Of a page of somebody else nothing can be known, so its
 * word is taken.
 */
export const standingOnLoad = (address: string, held: Held): FrameStanding => {
  if (!address.startsWith('/')) return 'shown'
  if (!held) return 'failed'
  if (held.path === 'blank') return 'loading' // the empty page before ours
  const [path] = address.split('?')
  return held.hasMark || held.path !== path ? 'shown' : 'failed'
}

/** Looks into a frame, as far as its page lets us. */
export const heldBy = ({ contentDocument }: Pick<HTMLIFrameElement, 'contentDocument'>): Held =>
  contentDocument
    ? {
        path: new URL(contentDocument.URL).pathname,
        hasMark: contentDocument.querySelector(paymentMark) !== null,
      }
    : undefined
