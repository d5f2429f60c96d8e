import { leavesOf } from './leaves.ts'

export type Values = Readonly<Record<string, unknown>>
/** `path` leads to the part of a setting that differs; nothing where one side has no such part. */
export type Difference = { path: readonly string[]; before: unknown; after: unknown }

/** A setting's value on one line. */
export const shown = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value))

/** What would be different, part by part: of two sets of values that both stand over the same defaults. */
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

/** What is to differ from the defaults, with one more value changed; a value that is the default again is left out. */
export function withChange(defaults: Values, values: Values, name: string, value: unknown): Values {
  const rest = Object.fromEntries(Object.entries(values).filter(([each]) => each !== name))
  return shown(defaults[name]) === shown(value) ? rest : { ...rest, [name]: value }
}

/** What somebody changed from `base` to `draft`, made to `now` instead: values that they left alone are as they are now. */
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
