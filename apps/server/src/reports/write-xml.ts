import { readFileSync } from 'node:fs'
import { validateXML } from 'xmllint-wasm'

/** An XML element with its attributes (undefined ones are left out) and content. */
export type Element = {
  name: string
  attributes: Readonly<Record<string, string | number | null | undefined>>
  children?: readonly Element[]
}

const SCHEMA = readFileSync(new URL('schemas/dia.xsd', import.meta.url), 'utf8')
/** 256 MB: a part of seven thousand bets with many legs needs about ten. */
const MAX_MEMORY_PAGES = 4096
/** The maximum length of a stored reason. */
const MAX_LENGTH = 500

/** A document in UTF-8. */
export const toXml = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${textOf(root)}\n`

function textOf({ name, attributes, children = [] }: Element): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  )
  const head = `${name}${given.join('')}`
  return children.length === 0 ? `<${head}/>` : `<${head}>\n${children.map(textOf).join('\n')}\n</${name}>`
}

/** XML 1.0 cannot represent most control characters. */
const escaped = (value: string): string =>
  value
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')

/** Validates a document against the schema: the first error without values, or null if valid. */
export async function schemaError(xml: string): Promise<string | null> {
  const { valid, errors } = await validateXML({
    xml: { fileName: 'part.xml', contents: xml },
    schema: { fileName: 'day.xsd', contents: SCHEMA },
    maxMemoryPages: MAX_MEMORY_PAGES,
  })
  if (valid) return null
  // The message quotes the invalid value, which may be a name or a tax id.
  const messages = errors.map(({ message }) => message.replaceAll(/\bvalue '[^]*?'(?= |$)/g, "value '…'"))
  return `${errors.length}: ${messages[0] ?? 'the document is not valid'}`
    .replaceAll(/\d{4,}/g, '…')
    .slice(0, MAX_LENGTH)
}
