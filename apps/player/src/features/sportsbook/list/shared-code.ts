/** Parameters from other apps: the names of the manifest's `share_target`. */
const handed = ['url', 'text', 'title'] as const

/** A booking code from an address: its own parameter, or one in a shared text, alone or as a link. */
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

/** The address without the code, so that a reload does not open it again. */
export function withoutCode(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of ['code', ...handed]) next.delete(name)
  return next
}

const codeOf = (text: string): string => text.trim().toUpperCase()
