import { list, object, text, type Json } from './case.ts'

/** The sport event status: its own fields as they are, periods as `code`, `number`, `home` and `away`. */
export function statusXml(status: Json): string {
  const { periods, period_scores: written, clock, statistics, ...rest } = status
  const { attributes, children } = splitFields(rest)
  const scores = [...list(periods), ...list(written)].map((one) => {
    const { code, match_status_code, home, away, home_score, away_score, ...more } = object(one)
    return element('period_score', {
      ...plainFields(more),
      ...plainFields({ match_status_code: match_status_code ?? code }),
      ...plainFields({ home_score: home_score ?? home, away_score: away_score ?? away }),
    })
  })
  const counts = Object.entries(object(statistics)).map(([name, value]) => element(name, pairOf(value)))
  const inside = [
    ...(clock === undefined
      ? []
      : [
          element(
            'clock',
            typeof clock === 'object' ? plainFields(object(clock)) : { match_time: text(clock) ?? '' },
          ),
        ]),
    ...(scores.length > 0 ? [element('period_scores', {}, scores.join(''))] : []),
    ...(counts.length > 0 ? [element('statistics', {}, counts.join(''))] : []),
    ...children,
  ]
  return element('sport_event_status', attributes, inside.join(''))
}

/** `{ home, away }`, or a list of the two. */
const pairOf = (value: unknown): Attributes =>
  Array.isArray(value) ? plainFields({ home: value[0], away: value[1] }) : plainFields(object(value))

/** Attributes of an element, by their names. */
export type Attributes = Readonly<Record<string, string | number>>

/** Fields that are one value, as attributes; those of several as elements of their own. */
export function splitFields(fields: Json): { attributes: Attributes; children: string[] } {
  const nested = Object.entries(fields).filter(([, value]) => typeof value === 'object' && value !== null)
  return {
    attributes: plainFields(fields),
    children: nested.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => {
        const { attributes, children } = splitFields(object(one))
        return element(name, attributes, children.join(''))
      }),
    ),
  }
}

const plainFields = (fields: Json): Attributes =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const written = typeof value === 'boolean' ? String(value) : text(value)
      return written === undefined ? [] : [[name, written]]
    }),
  )

const escaped = (value: string | number): string =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** An element with its attributes and contents. */
export const element = (name: string, attributes: Attributes, inside = ''): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return inside === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inside}</${name}>`
}
