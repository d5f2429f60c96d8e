import { bpsOf, centsOf, typedBps, typedCents } from './amounts.ts'

/** A leaf value of a setting and its path: `['maxLossCents', 'inPlay']`. */
export type Leaf = { path: readonly string[]; value: unknown }

const hasParts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** A setting's leaves in order; a list or empty object is one itself. */
export const leavesOf = (value: unknown, path: readonly string[] = []): Leaf[] =>
  hasParts(value)
    ? Object.entries(value).flatMap(([name, part]: [string, unknown]) => leavesOf(part, [...path, name]))
    : [{ path, value }]

/** Whether a setting contains a list, which is edited as a whole. */
export const hasList = (value: unknown): boolean =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasList))

export type Unit = 'cents' | 'bps' | 'plain'

/** A number's unit, from the last name in its path that has one: `maxLossCents.inPlay` is cents. */
export function unitOf(path: readonly string[]): Unit {
  const said = path.findLast((name) => /(?:cents|bps)$/i.test(name))
  if (said === undefined) return 'plain'
  return /cents$/i.test(said) ? 'cents' : 'bps'
}

type Format = { money: (cents: number) => string; percent: (bps: number) => string }

/** A leaf for display: cents as money, basis points as percent, others unchanged. */
export function shownLeaf({ path, value }: Leaf, { money, percent }: Format): string {
  if (value === undefined) return '–'
  if (typeof value !== 'number') return JSON.stringify(value)
  const unit = unitOf(path)
  return unit === 'cents' ? money(value) : unit === 'bps' ? percent(value) : JSON.stringify(value)
}

type Mark = ',' | '.'

/** A leaf for its field. */
export function wordsOfLeaf({ path, value }: Leaf, mark: Mark): string {
  if (typeof value === 'string') return value
  const unit = unitOf(path)
  if (typeof value !== 'number' || unit === 'plain') return JSON.stringify(value) ?? ''
  return unit === 'cents' ? typedCents(value, mark) : typedBps(value, mark)
}

/** A typed leaf as stored; undefined if invalid. Texts stay texts. */
export function leafOfWords({ path, value }: Leaf, words: string): { value: unknown } | undefined {
  if (typeof value === 'string') return { value: words }
  const unit = typeof value === 'number' ? unitOf(path) : 'plain'
  if (unit === 'plain') return typedValue(words)
  const whole = unit === 'cents' ? centsOf(words) : bpsOf(words)
  return whole === undefined ? undefined : { value: whole }
}

/** A typed JSON value; undefined if invalid. */
export function typedValue(words: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(words) as unknown }
  } catch {
    return undefined
  }
}

/** A setting with one leaf changed. */
export function withLeaf(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const parts: Readonly<Record<string, unknown>> =
    typeof whole === 'object' && whole !== null ? { ...whole } : {}
  return { ...parts, [name]: withLeaf(parts[name], rest, value) }
}
