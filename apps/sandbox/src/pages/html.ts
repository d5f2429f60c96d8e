/** Text that is safe to put into a page as it is. */
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

/** HTML from a template; whatever is put in is escaped unless it is HTML already. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html => ({
  safe: strings.reduce((page, string, index) => `${page}${safe(pieces[index - 1] ?? '')}${string}`),
})
