import * as z from 'zod'
import type { Sql } from './db/index.ts'
import { selectInForce } from './settings-queries.ts'

/** When an approved change reaches what a module does: with the next list of requests, or when a server starts. */
type TakesEffect = 'at_once' | 'at_start'

/** The settings of a module: the schema of each value by name, and the defaults. */
export type SettingsDefinition<T extends object = object> = {
  module: string
  takesEffect: TakesEffect
  defaults: T
  /** Of the defaults those that an operator may set. */
  settable: Readonly<Record<string, unknown>>
  /** Checks proposed values, which may be some of the names but no unknown ones. `wrong` names the first invalid field. */
  check: (value: unknown) => { value: Partial<T> } | { wrong: string }
  /** Of values in force those that hold: a release may know other names and bounds than the one they were set under. */
  fit: (value: unknown) => FittingSettings<T>
}

/** The values that hold, and the names whose values do not: unknown to this release, or out of its bounds. */
type FittingSettings<T extends object = object> = {
  value: Partial<T>
  unknown: string[]
  unfit: string[]
  /** Entries of lists that do not fit, as `list.place`; the rest of their list holds. */
  leftOut: string[]
}

/** The settings of one module as they are in force. */
export type Settings<T extends object> = {
  /**
   * The values in force, at most a second old. One read a second for the whole process, with the runner that it is
   * given: within a transaction give the transaction, which then needs no second connection.
   */
  read: (sql: Sql) => Promise<T>
}

/** An approved change takes effect within this time. */
const AGE_MS = 1000

/**
 * Declares the settings of a module. `shape` names each value that an operator may set; a nested value is set as a
 * whole. What it leaves out stays what the code says. `contradicts` names the first field that does not fit the
 * others, once the value stands over the defaults.
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
 * A list without the entries that do not fit, and their places. One bad entry, of an earlier release's wider bounds, ends
 * nothing else of its list. What is no list, or fits no better without single entries, stays as it is.
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

/** Each value that contradicts the others gives way to its default; where it is a default itself, all set values do. */
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
 * Reads a module's settings as they are in force, over its defaults and over `own` values of whoever opens the
 * module. Readers that come together each read for themselves: one that waited for another's transaction might wait
 * for a lock that it holds itself.
 */
export function openSettings<T extends object>(
  definition: SettingsDefinition<T>,
  own: Partial<T> = {},
): Settings<T> {
  let known: { value: T; until: number } | undefined
  return {
    read: async (sql) => {
      if (known && known.until > performance.now()) return known.value
      const askedAt = performance.now() // not when it was answered: what is older than a second must not last
      const value = { ...definition.defaults, ...own, ...(await readInForce(sql, definition)) }
      known = { value, until: askedAt + AGE_MS }
      return value
    },
  }
}

/**
 * What operators set of these settings, as it is in force now; empty where the defaults hold. What this release does
 * not know is left out, and what is out of its bounds gives way to the default: a server that would not start over one
 * number would be worse. `watchSettings` says so.
 */
export async function readInForce<T extends object>(
  sql: Sql,
  { module, fit }: SettingsDefinition<T>,
): Promise<Partial<T>> {
  const [row] = await selectInForce(sql, module)
  return row ? fit(row.value).value : {}
}
