import { SaxesParser } from 'saxes'
import { stopReading } from '../../sportsbook/index.ts'
import type { UofPair } from './uof-messages.ts'

/** An element with its attributes and child elements; text nodes have no meaning in this feed. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
}

/**
 * Limits of one document. The largest recorded one, the descriptions of all markets, has 72,000 characters, 1,500
 * elements and a depth of five.
 */
const XML_BOUNDS = {
  characters: 2_000_000,
  depth: 16,
  elements: 40_000,
  attributes: 64,
  value: 10_000,
}

type Open = { name: string; attributes: Readonly<Record<string, string>>; children: XmlElement[] }

/**
 * Parses a document's root element. A doctype is refused before its content is read, so no entity can be declared,
 * expanded or fetched. Stops with `too_large` or `malformed`.
 */
export function readXml(text: string, bounds = XML_BOUNDS): XmlElement {
  if (text.length > bounds.characters) stopReading('too_large', `${text.length} characters`)
  const parser = new SaxesParser({ xmlns: false, position: true })
  const path: Open[] = []
  let root: XmlElement | undefined
  let elements = 0
  parser.on('error', (error) => stopReading('malformed', firstLine(error.message)))
  parser.on('doctype', () => stopReading('malformed', 'a document type is refused'))
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (elements > bounds.elements) stopReading('too_large', `more than ${bounds.elements} elements`)
    if (path.length >= bounds.depth) stopReading('too_large', `deeper than ${bounds.depth} elements`)
    const element: Open = { name, attributes: checked(attributes, bounds), children: [] }
    path.at(-1)?.children.push(element)
    path.push(element)
  })
  parser.on('closetag', () => {
    root = path.pop()
  })
  parser.write(text).close()
  return root ?? stopReading('malformed', 'there is no element')
}

function checked(attributes: Readonly<Record<string, string>>, bounds: typeof XML_BOUNDS) {
  const values = Object.values(attributes)
  if (values.length > bounds.attributes) stopReading('too_large', `${values.length} attributes`)
  if (values.some(({ length }) => length > bounds.value)) stopReading('too_large', 'a long attribute')
  // A name such as `__proto__` is a plain field of an object without a prototype.
  return Object.assign(Object.create(null) as Record<string, string>, attributes)
}

const firstLine = (message: string): string => (message.split('\n')[0] ?? '').slice(0, 200)

/** The direct children with this name. */
export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  childrenOf(element, name)[0]

const whereIs = (element: XmlElement, name: string) => `${name} of ${element.name}`

/** A required attribute. */
export const textIn = (element: XmlElement, name: string): string =>
  element.attributes[name] || stopReading('field_missing', whereIs(element, name))

/** A whole-number attribute within bounds; undefined if absent. */
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

/** The same, required. */
export const wholeOf = (element: XmlElement, name: string, bounds?: readonly [number, number]): number =>
  wholeIn(element, name, bounds) ?? stopReading('field_missing', whereIs(element, name))

/**
 * A decimal within bounds, of any length: the feed writes small chances as 8.97E-4 and a third as 0.3333333333333333.
 * Callers round it where needed.
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

/** The year 2100: later is an error. */
const LATEST_MS = 4_102_444_800_000

/** A timestamp in milliseconds since 1970; undefined if absent. */
export const instantIn = (element: XmlElement, name: string): Date | undefined => {
  const at = wholeIn(element, name, [1, LATEST_MS])
  return at === undefined ? undefined : new Date(at)
}

/** Upper bound of goals, points, runs and cards in every sport. */
const MAX_COUNT = 5000

const COUNT = [-MAX_COUNT, MAX_COUNT] as const

/** A count per side, never negative; undefined if both are absent, 0 for one that is. */
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
  // Scores such as tennis points arrive as 15.0.
  const count = decimalIn(element, name, COUNT)
  if (count === undefined) return undefined
  if (count < 0) stopReading('score_negative', `${whereIs(element, name)}: ${count}`)
  return Number.isSafeInteger(count) ? count : stopReading('field_not_valid', whereIs(element, name))
}

/** Parses "total=2.5|setnr=1" by name. */
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
