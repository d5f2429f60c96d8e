import { SaxesParser } from 'saxes'
import { stopReading } from '../../sportsbook/index.ts'

/** An element with its attributes and the elements inside it; text between elements carries nothing in this feed. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
}

/**
 * Bounds of one document. The largest recorded one, the descriptions of all markets, has 72,000 characters, 1,500
 * elements and stands five deep.
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
 * The root element of a document. A document type is refused before anything in it is read, so that no entity can be
 * declared: nothing grows, and no file or address is looked up. Stops the reading with `too_large` or `malformed`.
 */
export function readXml(text: string, bounds = XML_BOUNDS): XmlElement {
  if (text.length > bounds.characters) stopReading('too_large', `${text.length} characters`)
  const parser = new SaxesParser({ xmlns: false, position: true })
  const path: Open[] = []
  let root: XmlElement | undefined
  let elements = 0
  parser.on('error', (error) => stopReading('malformed', firstLine(error.message)))
  parser.on('doctype', () => stopReading('malformed', 'a document type is not taken'))
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
  // A name such as `__proto__` is a plain field of a list without a prototype.
  return Object.assign(Object.create(null) as Record<string, string>, attributes)
}

const firstLine = (message: string): string => (message.split('\n')[0] ?? '').slice(0, 200)

/** The elements of this name directly inside another. */
export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  childrenOf(element, name)[0]
