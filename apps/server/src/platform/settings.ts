import * as z from 'zod'
import type { Sql } from './db/index.ts'
import { selectInForce } from './settings-queries.ts'

/** When an approved change takes effect: with the next batch, or at a server's start. */
type TakesEffect = 'at_once' | 'at_start'

/** The settings of a module: the schema of each value by name, and the defaults. */
export type SettingsDefinition<T extends object = object> = {
  module: string
  takesEffect: TakesEffect
  defaults: T
  /** The defaults that an operator may change. */
  settable: Readonly<Record<string, unknown>>
  /** Checks proposed values: any of the names, but no unknown ones. `wrong` names the first invalid field. */
  check: (value: unknown) => { value: Partial<T> } | { wrong: string }
  /** The values in force that apply: a release may have other names and bounds than the one they were set under. */
  fit: (value: unknown) => FittingSettings<T>
}

/** The values that apply, and the names whose values do not: unknown to this release, or out of its bounds. */
type FittingSettings<T extends object = object> = {
  value: Partial<T>
  unknown: string[]
  unfit: string[]
  /** Invalid list entries, as `list.index`; the rest of their list applies. */
  leftOut: string[]
}

/** The settings of one module in force. */
export type Settings<T extends object> = {
  /**
   * The values in force, at most a second old. One read a second for the whole process, with the given runner: inside
   * a transaction pass the transaction, so that no second connection is needed.
   */
  read: (sql: Sql) => Promise<T>
}

/** An approved change takes effect within this time. */
const AGE_MS = 1000

/**
 * Declares the settings of a module. `shape` names each value that an operator may set; a nested value is set as a
 * whole. Other values stay as in the code. `contradicts` names the first field that does not fit the others, once the
 * values are merged over the defaults.
 */
export function defineSettings<T extends object>(
  definition: { module: string; takesEffect: TakesEffect; defaults: T },
  shape: { readonly [K in keyof T]?: z.ZodType<T[K]> },
  contradicts: (merged: T) => keyof T | undefined = () => undefined,
): SettingsDefinition<T> {
  const partial = z.strictObject(shape as z.ZodRawShape).partial()
  const contradictionOf = (value: Partial<T>) => contradicts({ ...definition.defaults, ...value })
  const isFit = (name: string, one: unknown): boolean => {
    const read = partial.safeParse({ [name]: one })
    return read.success && contradictionOf(read.data as Partial<T>) !== name
  }
  return {
    ...definition,
    fit: (stored) => {
      const fitting: FittingSettings<T> = { value: {}, unknown: [], unfit: [], leftOut: [] }
      for (const [name, set] of Object.entries(stored as Record<string, unknown>)) {
        const { one, leftOut } = fittingEntries(set, (value) => isFit(name, value))
        fitting.leftOut.push(...leftOut.map((place) => `${name}.${place}`))
        const read = partial.safeParse({ [name]: one })
        if (!Object.hasOwn(shape, name)) fitting.unknown.push(name)
        else if (read.success) Object.assign(fitting.value, read.data)
        else fitting.unfit.push(name)
      }
      return withoutContradiction(fitting, contradictionOf)
    },
    settable: Object.fromEntries(Object.entries(definition.defaults).filter(([name]) => name in shape)),
    check: (value) => {
      const read = partial.safeParse(value)
      if (read.success) {
        const wrong = contradictionOf(read.data as Partial<T>)
        return wrong === undefined ? { value: read.data as Partial<T> } : { wrong: String(wrong) }
      }
      const issue = read.error.issues[0]
      const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
      return {
        wrong: [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.') || 'value',
      }
    },
  }
}

/**
 * A list without its invalid entries, and their indexes. One bad entry, from an earlier release's wider bounds, does
 * not invalidate the rest. Anything that is no list, or stays invalid without single entries, is unchanged.
 */
function fittingEntries(
  set: unknown,
  isFit: (value: unknown) => boolean,
): { one: unknown; leftOut: number[] } {
  if (!Array.isArray(set) || isFit(set)) return { one: set, leftOut: [] }
  const entries: readonly unknown[] = set
  const leftOut = entries.flatMap((entry, place) => (isFit([entry]) ? [] : [place]))
  const kept = entries.filter((_, place) => !leftOut.includes(place))
  return kept.length > 0 && isFit(kept) ? { one: kept, leftOut } : { one: set, leftOut: [] }
}

/** Each value that contradicts the others is replaced by its default; if it is a default itself, all set values are. */
function withoutContradiction<T extends object>(
  { value, unknown, unfit, leftOut }: FittingSettings<T>,
  contradictionOf: (value: Partial<T>) => keyof T | undefined,
): FittingSettings<T> {
  const wrong = contradictionOf(value)
  const set = Object.keys(value)
  if (wrong === undefined || set.length === 0) return { value, unknown, unfit, leftOut }
  const dropped = Object.hasOwn(value, wrong) ? [String(wrong)] : set
  const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !dropped.includes(name)))
  const rest = { value: kept as Partial<T>, unknown, unfit: [...unfit, ...dropped], leftOut }
  return withoutContradiction(rest, contradictionOf)
}

/**
 * Reads a module's settings in force, over its defaults and over `own` values of the opener. Concurrent readers each
 * read for themselves: one that waited for another's transaction might wait for a lock it holds itself.
 */
export function openSettings<T extends object>(
  definition: SettingsDefinition<T>,
  own: Partial<T> = {},
): Settings<T> {
  let known: { value: T; until: number } | undefined
  return {
    read: async (sql) => {
      if (known && known.until > performance.now()) return known.value
      const askedAt = performance.now() // the time of the query, not of the answer: a value must not be used longer than a second
      const value = { ...definition.defaults, ...own, ...(await readInForce(sql, definition)) }
      known = { value, until: askedAt + AGE_MS }
      return value
    },
  }
}

/**
 * The values operators set, as in force now; empty for the defaults. Ignores names unknown to this release, and
 * replaces values out of bounds by their defaults: a server that would not start over one number would be worse.
 * `watchSettings` reports it.
 */
export async function readInForce<T extends object>(
  sql: Sql,
  { module, fit }: SettingsDefinition<T>,
): Promise<Partial<T>> {
  const [row] = await selectInForce(sql, module)
  return row ? fit(row.value).value : {}
}
