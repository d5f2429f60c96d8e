import { stopReading } from '../../sportsbook/index.ts'
import type { XmlElement } from './read-xml.ts'
import type { UofPair } from './uof-messages.ts'

const whereIs = (element: XmlElement, name: string) => `${name} of ${element.name}`

/** An attribute that must be there. */
export const textIn = (element: XmlElement, name: string): string =>
  element.attributes[name] || stopReading('field_missing', whereIs(element, name))

/** An attribute that is a whole number within bounds; nothing where it is absent. */
export function wholeIn(
  element: XmlElement,
  name: string,
  [min, max]: readonly [number, number] = [0, 2 ** 31],
): number | undefined {
  const written = element.attributes[name]
  if (written === undefined || written === '') return undefined
  const value = /^-?\d{1,16}$/.test(written) ? Number(written) : Number.NaN
  const fits = Number.isSafeInteger(value) && value >= min && value <= max
  return fits ? value : stopReading('field_not_valid', `${whereIs(element, name)}: "${written.slice(0, 40)}"`)
}

/** The same where it must be there. */
export const wholeOf = (element: XmlElement, name: string, bounds?: readonly [number, number]): number =>
  wholeIn(element, name, bounds) ?? stopReading('field_missing', whereIs(element, name))

/**
 * A decimal number within bounds, however many places it has: the feed writes small chances as 8.97E-4 and a third as
 * 0.3333333333333333. Whoever needs it whole rounds it.
 */
export function decimalIn(
  element: XmlElement,
  name: string,
  [min, max]: readonly [number, number],
): number | undefined {
  const written = element.attributes[name]
  if (written === undefined || written === '') return undefined
  const value = /^-?\d{1,9}(\.\d+)?(E-?\d{1,3})?$/.test(written) ? Number(written) : Number.NaN
  const fits = Number.isFinite(value) && value >= min && value <= max
  return fits ? value : stopReading('field_not_valid', `${whereIs(element, name)}: "${written.slice(0, 40)}"`)
}

/** The year 2100: a later instant is a mistake. */
const LATEST_MS = 4_102_444_800_000

/** An instant in milliseconds since 1970; nothing where it is absent. */
export const instantIn = (element: XmlElement, name: string): Date | undefined => {
  const at = wholeIn(element, name, [1, LATEST_MS])
  return at === undefined ? undefined : new Date(at)
}

/** Counts of goals, points, runs and cards lie below this in every sport. */
const MAX_COUNT = 5000

const COUNT = [-MAX_COUNT, MAX_COUNT] as const

/** A count of each side, which is never negative; nothing where neither is said. */
export function pairIn(
  element: XmlElement | undefined,
  homeName: string,
  awayName: string,
): UofPair | undefined {
  if (!element) return undefined
  const home = countIn(element, homeName)
  const away = countIn(element, awayName)
  if (home === undefined && away === undefined) return undefined
  return { home: home ?? 0, away: away ?? 0 }
}

function countIn(element: XmlElement, name: string): number | undefined {
  // Scores such as tennis points come as 15.0.
  const count = decimalIn(element, name, COUNT)
  if (count === undefined) return undefined
  if (count < 0) stopReading('score_negative', `${whereIs(element, name)}: ${count}`)
  return Number.isSafeInteger(count) ? count : stopReading('field_not_valid', whereIs(element, name))
}

/** "total=2.5|setnr=1" by name. */
export function specifiersIn(element: XmlElement): Readonly<Record<string, string>> {
  const written = element.attributes['specifiers'] ?? element.attributes['specifier'] ?? ''
  const pairs = written.split('|').filter((part) => part !== '')
  return Object.fromEntries(
    pairs.map((part) => {
      const [name = '', ...rest] = part.split('=')
      if (name === '' || rest.length === 0)
        stopReading('field_not_valid', `specifiers "${written.slice(0, 60)}"`)
      return [name, rest.join('=')]
    }),
  )
}
