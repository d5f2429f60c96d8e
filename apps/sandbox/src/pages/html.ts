/** Text that can be inserted into a page unescaped. */
export type Html = Readonly<{ safe: string }>

type Piece = Html | string | number | readonly Html[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const safe = (piece: Piece): string => {
  if (typeof piece === 'string') return piece.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)
  if (typeof piece === 'number') return String(piece)
  return 'safe' in piece ? piece.safe : piece.map((html) => html.safe).join('')
}

/** HTML from a template; inserted values are escaped unless they are HTML already. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html => ({
  safe: strings.reduce((page, string, index) => `${page}${safe(pieces[index - 1] ?? '')}${string}`),
})
