/** What another app hands to this one: the names of the web app manifest's `share_target`. */
const handed = ['url', 'text', 'title'] as const

/**
 * The booking code that an address brings: its own, or one in what another app shared, as a link to a slip somewhere in
 * its words, or alone.
 */
export function sharedCode(search: URLSearchParams): string | null {
  const own = search.get('code')
  if (own !== null) return codeOf(own)
  for (const name of handed) {
    const words = search.get(name) ?? ''
    const found =
      /[?&]code=([A-Za-z0-9-]+)/.exec(words)?.[1] ?? /^\s*([0-9a-hjkmnp-tv-z]{8})\s*$/i.exec(words)?.[1]
    if (found !== undefined) return codeOf(found)
  }
  return null
}

/** The address without what brought the code: loaded anew, it does not lead there again. */
export function withoutCode(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of ['code', ...handed]) next.delete(name)
  return next
}

const codeOf = (text: string): string => text.trim().toUpperCase()
