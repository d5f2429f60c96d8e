import type { DataOf } from './api.ts'

/** The kind of id typed into the search of players. */
export type SearchKind = 'email' | 'cpf' | 'order' | 'publicId' | 'number'

/** Crockford's alphabet, used by public ids. */
const publicId = /^[0-9A-HJKMNP-TV-Z]{13}$/

/** The kind of an id by its form; undefined if none. Eleven digits are a CPF, never a player number. */
export function parseSearch(typed: string): { kind: SearchKind; id: string } | undefined {
  const words = typed.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(words)) return { kind: 'email', id: words.toLowerCase() }
  if (/^[0-9a-f]{32}$/i.test(words)) return { kind: 'order', id: words.toLowerCase() }
  if (publicId.test(words.toUpperCase())) return { kind: 'publicId', id: words.toUpperCase() }
  const digits = words.replaceAll(/[.\s-]/g, '')
  if (/^\d{11}$/.test(digits)) return { kind: 'cpf', id: digits }
  const number = words.replace(/^#/, '')
  return /^[1-9]\d{0,9}$/.test(number) ? { kind: 'number', id: number } : undefined
}

/** What the search above every screen asks for: a person, or whatever has this id; undefined if it can be no id. */
export function askedOf(typed: string): { person: string } | { id: string } | undefined {
  const sought = parseSearch(typed)
  if (sought?.kind === 'email' || sought?.kind === 'cpf') return { person: sought.id }
  if (sought) return { id: sought.id }
  // The bank's ids tell capitals from small letters.
  const words = typed.trim()
  return /^[A-Za-z0-9]{14,80}$/.test(words) ? { id: words } : undefined
}

export type Found = DataOf<'POST /api/backoffice/search'>[number]

const screens: Readonly<Record<Found['kind'], (id: string) => string>> = {
  player: (id) => `/jogadores?busca=${id}`,
  bet: (id) => `/apostas?id=${id}`,
  round: (id) => `/rodadas?id=${id}`,
  order: (id) => `/depositos/pedido?busca=${id}`,
  payment: (id) => `/depositos?aberto=${id}`,
}

/** The screen of a person that was searched for. */
export const placeOfPerson = (id: string): string => `/jogadores?busca=${encodeURIComponent(id)}`

/**
 * The screen of what was found. Operators who may read the books see everything about an order; others find a pending
 * withdrawal.
 */
export const placeOf = ({ kind, id }: Found, mayReadBooks: boolean): string =>
  kind === 'order' && !mayReadBooks ? `/saques/a-caminho?aberto=${id}` : screens[kind](id)
