/** Text from bytes in the named character set; an unknown name is read as UTF-8. */
export const decodeBytes = (bytes: Uint8Array, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch (error) {
    // Only an unknown character set throws: undecodable bytes become U+FFFD.
    if (error instanceof RangeError) return new TextDecoder('utf-8').decode(bytes)
    throw error
  }
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** The bytes of a quoted-printable text (RFC 2045 §6.7). */
const quotedPrintableBytes = (text: string): Uint8Array =>
  latin1(
    text
      .replaceAll(/[ \t]+(?=\r?\n|$)/g, '')
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-Fa-f]{2})/g, (_whole, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
  )

/** The bytes of a body before its transfer encoding. `body` has one character per byte. */
export const transferBytes = (body: string, encoding: string): Uint8Array => {
  const name = encoding.trim().toLowerCase()
  if (name === 'base64') return Buffer.from(body, 'base64')
  if (name === 'quoted-printable') return quotedPrintableBytes(body)
  return latin1(body)
}

const ENCODED_WORD = /=\?([^?\s]+)\?([bqBQ])\?([^?\s]*)\?=/g

/** A readable header: encoded words (RFC 2047) decoded, raw bytes taken as UTF-8. */
export const decodeHeader = (value: string): string => {
  const joined = value.replaceAll(/(\?=)\s+(?==\?)/g, '$1')
  if (!joined.includes('=?')) return decodeBytes(latin1(joined), 'utf-8')
  // Words are joined as bytes first: a letter may be split between two neighbours of the same character set.
  const merged = mergeNeighbours(joined)
  return merged.replaceAll(ENCODED_WORD, (_whole, charset: string, kind: string, content: string) =>
    decodeBytes(wordBytes(kind, content), charset.replace(/\*.*$/, '')),
  )
}

const mergeNeighbours = (text: string): string =>
  text.replaceAll(
    /=\?([^?\s]+)\?([bqBQ])\?([^?\s]*)\?=(?:=\?\1\?\2\?[^?\s]*\?=)+/g,
    (whole, charset: string, kind: string) => {
      const parts = [...whole.matchAll(ENCODED_WORD)].map((match) => wordBytes(kind, match[3] ?? ''))
      return `=?${charset}?B?${Buffer.concat(parts).toString('base64')}?=`
    },
  )

const wordBytes = (kind: string, content: string): Uint8Array =>
  kind.toLowerCase() === 'b'
    ? Buffer.from(content, 'base64')
    : quotedPrintableBytes(content.replaceAll('_', '=20'))
