export type Values = Readonly<Record<string, unknown>>
export type Difference = { name: string; before: string; after: string }

/** A setting's value on one line. */
export const shown = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value))

/** What would be different, by name: of two sets of values that both stand over the same defaults. */
export function differencesOf(defaults: Values, before: Values, after: Values): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return names.flatMap((name) => {
    const [was, is] = [before, after].map((values) => shown(name in values ? values[name] : defaults[name]))
    return was === is ? [] : [{ name, before: was ?? '–', after: is ?? '–' }]
  })
}

/** A value as it was typed: JSON; nothing where it is none. */
export function typedValue(words: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(words) as unknown }
  } catch {
    return undefined
  }
}

/** What is to differ from the defaults, with one more value changed; a value that is the default again is left out. */
export function withChange(defaults: Values, values: Values, name: string, value: unknown): Values {
  const rest = Object.fromEntries(Object.entries(values).filter(([each]) => each !== name))
  return shown(defaults[name]) === shown(value) ? rest : { ...rest, [name]: value }
}
