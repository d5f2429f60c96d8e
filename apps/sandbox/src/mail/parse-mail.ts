import { decodeBytes, decodeHeader, transferBytes } from './decode.ts'

export type ParsedMail = Readonly<{ from: string; to: string; subject: string; text: string; html: string }>

/** The deepest nesting of parts that is read. */
const DEEPEST_PART = 8

/** Parses the raw bytes of a mail: the main headers, its plain text and its HTML. */
export const parseMail = (raw: Buffer): ParsedMail => {
  // One character per byte, so that positions and encodings stay exact until a character set is known.
  const message = splitPart(raw.toString('latin1'))
  const texts = readPart(message, 0)
  return {
    from: decodeHeader(header(message, 'from')),
    to: decodeHeader(header(message, 'to')),
    subject: decodeHeader(header(message, 'subject')),
    text: texts.text === '' ? plainFromHtml(texts.html) : texts.text,
    html: texts.html,
  }
}

type Part = Readonly<{ headers: ReadonlyMap<string, string>; body: string }>
type Texts = Readonly<{ text: string; html: string }>

const header = (part: Part, name: string): string => part.headers.get(name) ?? ''

const splitPart = (source: string): Part => {
  const end = /\r?\n\r?\n/.exec(source)
  const [head, body] = end
    ? [source.slice(0, end.index), source.slice(end.index + end[0].length)]
    : [source, '']
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return { headers, body }
}

const readPart = (part: Part, depth: number): Texts => {
  const type = header(part, 'content-type') || 'text/plain'
  const boundary = parameter(type, 'boundary')
  if (/^multipart\//i.test(type) && boundary !== '' && depth < DEEPEST_PART) {
    return joined(splitParts(part.body, boundary).map((inner) => readPart(splitPart(inner), depth + 1)))
  }
  const isAttached = /^attachment/i.test(header(part, 'content-disposition'))
  if (isAttached || !/^text\/(plain|html)/i.test(type)) return { text: '', html: '' }
  const bytes = transferBytes(part.body, header(part, 'content-transfer-encoding'))
  const content = decodeBytes(bytes, parameter(type, 'charset') || 'utf-8')
    .replaceAll('\r\n', '\n')
    .trimEnd()
  return /^text\/html/i.test(type) ? { text: '', html: content } : { text: content, html: '' }
}

const parameter = (value: string, name: string): string => {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(value)
  return match?.[1] ?? match?.[2] ?? ''
}

/** The pieces between boundary lines; text before the first and after the last is not part of the mail. */
const splitParts = (body: string, boundary: string): string[] => {
  const parts: string[] = []
  let current: string[] | undefined
  for (const line of body.split('\n')) {
    const bare = line.replace(/[ \t\r]+$/, '')
    if (bare !== `--${boundary}` && bare !== `--${boundary}--`) {
      current?.push(line)
      continue
    }
    if (current) parts.push(current.join('\n'))
    if (bare.endsWith('--') && bare !== `--${boundary}`) return parts
    current = []
  }
  if (current) parts.push(current.join('\n'))
  return parts
}

const joined = (all: readonly Texts[]): Texts => ({
  text: all.find(({ text }) => text !== '')?.text ?? '',
  html: all.find(({ html }) => html !== '')?.html ?? '',
})

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
}

const plainFromHtml = (html: string): string =>
  html
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<(br|\/p|\/div|\/tr|\/h\d)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\n\s*\n\s*\n/g, '\n\n')
    .trim()
