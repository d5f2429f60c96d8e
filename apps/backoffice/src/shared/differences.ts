import { leavesOf } from './leaves.ts'

export type Values = Readonly<Record<string, unknown>>
/** `path` is the differing part; `before` or `after` is undefined where that side lacks it. */
export type Difference = { path: readonly string[]; before: unknown; after: unknown }

/** A setting's value on one line. */
export const shown = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value))

/** The differences between two sets of values over the same defaults, by part. */
export function differencesOf(defaults: Values, before: Values, after: Values): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return names.flatMap((name) => {
    const [was, is] = [before, after].map((values) => partsOf(name, name in values ? values : defaults))
    const keys = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    return keys.flatMap((key) => {
      const [old, now] = [was?.get(key), is?.get(key)]
      const path = (now ?? old)?.path ?? []
      return shown(old?.value) === shown(now?.value) ? [] : [{ path, before: old?.value, after: now?.value }]
    })
  })
}

const partsOf = (name: string, values: Values) =>
  new Map(leavesOf(values[name], [name]).map((leaf) => [leaf.path.join('/'), leaf]))

/** The non-default values with one more changed; a value equal to the default is omitted. */
export function withChange(defaults: Values, values: Values, name: string, value: unknown): Values {
  const rest = Object.fromEntries(Object.entries(values).filter(([each]) => each !== name))
  return shown(defaults[name]) === shown(value) ? rest : { ...rest, [name]: value }
}

/** The change from `base` to `draft` applied to `now`: untouched values are those of now. */
export function carriedOver(
  defaults: Values,
  { base, draft, now }: Record<'base' | 'draft' | 'now', Values>,
): Values {
  const changedNames = new Set(differencesOf(defaults, base, draft).flatMap(({ path: [name = ''] }) => name))
  return [...changedNames].reduce<Values>(
    (values, name) => withChange(defaults, values, name, name in draft ? draft[name] : defaults[name]),
    now,
  )
}
