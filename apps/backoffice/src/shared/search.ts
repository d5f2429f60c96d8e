/** What kind of id something typed into the search is. */
export type Sought = 'email' | 'cpf' | 'order' | 'publicId' | 'number'

/** Crockford's letters: those of the ids that players see of themselves. */
const publicId = /^[0-9A-HJKMNP-TV-Z]{13}$/

/** Which id it is by its form alone; nothing where it is none. Eleven digits are a CPF, never the number of a player. */
export function soughtOf(typed: string): { kind: Sought; id: string } | undefined {
  const words = typed.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(words)) return { kind: 'email', id: words.toLowerCase() }
  if (/^[0-9a-f]{32}$/i.test(words)) return { kind: 'order', id: words.toLowerCase() }
  if (publicId.test(words.toUpperCase())) return { kind: 'publicId', id: words.toUpperCase() }
  const digits = words.replaceAll(/[.\s-]/g, '')
  if (/^\d{11}$/.test(digits)) return { kind: 'cpf', id: digits }
  const number = words.replace(/^#/, '')
  return /^[1-9]\d{0,9}$/.test(number) ? { kind: 'number', id: number } : undefined
}

/** The screen that shows what was typed. Of an order whoever may read the books sees all; others find a withdrawal under way. */
export function placeOf(typed: string, mayReadBooks: boolean): string | undefined {
  const sought = soughtOf(typed)
  if (!sought) return undefined
  if (sought.kind === 'order')
    return mayReadBooks ? `/depositos/pedido?busca=${sought.id}` : `/saques/a-caminho?aberto=${sought.id}`
  return `/jogadores?busca=${encodeURIComponent(sought.id)}`
}
