/** The kind of id typed into the search. */
export type Sought = 'email' | 'cpf' | 'order' | 'publicId' | 'number'

/** Crockford's alphabet, used by public ids. */
const publicId = /^[0-9A-HJKMNP-TV-Z]{13}$/

/** The kind of an id by its form; undefined if none. Eleven digits are a CPF, never a player number. */
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

/**
 * The screen for a typed id. Operators who may read the books see everything about an order; others find a pending
 * withdrawal.
 */
export function placeOf(typed: string, mayReadBooks: boolean): string | undefined {
  const sought = soughtOf(typed)
  if (!sought) return undefined
  if (sought.kind === 'order')
    return mayReadBooks ? `/depositos/pedido?busca=${sought.id}` : `/saques/a-caminho?aberto=${sought.id}`
  return `/jogadores?busca=${encodeURIComponent(sought.id)}`
}
