/**
 * Reads the part of YAML that API descriptions are written in: nested maps and lists by indentation, quoted and plain
 * scalars, inline lists, and block text (which is skipped: only structure matters to a check). Everything else throws.
 */
export const readYaml = (source: string): unknown => {
  const lines = structureOf(source)
  const { value, next } = readBlock(lines, 0, lines[0]?.indent ?? 0)
  if (next !== lines.length) throw new Error(`unread YAML at: ${lines[next]?.text}`)
  return value
}

type Line = Readonly<{ indent: number; text: string }>
type Read = Readonly<{ value: unknown; next: number }>

const BLOCK_TEXT = /(?:^|[:-] )[|>][+-]?$/

/** The lines that carry structure: no comments, no blank lines, no block text; inline lists joined to one line. */
const structureOf = (source: string): Line[] => {
  const lines: Line[] = []
  let textIndent: number | undefined
  for (const raw of source.split('\n')) {
    const text = raw.trim()
    const indent = raw.length - raw.trimStart().length
    if (text === '' || text.startsWith('#')) continue
    if (textIndent !== undefined && indent > textIndent) continue
    textIndent = BLOCK_TEXT.test(text) ? indent : undefined
    const last = lines.at(-1)
    if (last && isOpen(last.text)) lines[lines.length - 1] = { ...last, text: `${last.text} ${text}` }
    else lines.push({ indent, text: text.replace(BLOCK_TEXT, (mark) => mark.replace(/[|>].*$/, '""')) })
  }
  return joinOpenKeys(lines)
}

/** An inline list that is opened and not yet closed. */
const isOpen = (text: string): boolean => /(?:^|: |- )\[[^\]]*$/.test(text)

/** A key whose inline list begins on the next line is one line with it. */
const joinOpenKeys = (lines: readonly Line[]): Line[] =>
  lines.reduce<Line[]>((joined, line) => {
    const last = joined.at(-1)
    if (last && last.text.endsWith(':') && line.text.startsWith('[')) {
      joined[joined.length - 1] = { ...last, text: `${last.text} ${line.text}` }
      return joined
    }
    joined.push(line)
    return joined
  }, [])

const readBlock = (lines: readonly Line[], start: number, indent: number): Read =>
  lines[start]?.text.startsWith('- ') === true
    ? readList(lines, start, indent)
    : readMap(lines, start, indent)

const readList = (lines: readonly Line[], start: number, indent: number): Read => {
  const list: unknown[] = []
  let at = start
  for (let line = lines[at]; line?.indent === indent && line.text.startsWith('- '); line = lines[at]) {
    const inner = line.text.slice(2).trimStart()
    if (keyOf(inner) === undefined) {
      list.push(scalar(inner))
      at += 1
      continue
    }
    // "- key: value" begins a map whose own indentation is where the key stands.
    const innerIndent = indent + line.text.length - inner.length
    const rest = lines.slice(at + 1)
    const read = readMap([{ indent: innerIndent, text: inner }, ...rest], 0, innerIndent)
    list.push(read.value)
    at += read.next
  }
  return { value: list, next: at }
}

const readMap = (lines: readonly Line[], start: number, indent: number): Read => {
  const map: Record<string, unknown> = {}
  let at = start
  for (let line = lines[at]; line?.indent === indent && !line.text.startsWith('- '); line = lines[at]) {
    const key = keyOf(line.text)
    if (key === undefined) throw new Error(`not a map entry: ${line.text}`)
    const value = line.text.slice(key.length + 1).trim()
    const below = lines[at + 1]
    if (value !== '' || below === undefined || !isBelow(below, indent)) {
      map[unquoted(key)] = scalar(value)
      at += 1
      continue
    }
    const read = readBlock(lines, at + 1, below.indent)
    map[unquoted(key)] = read.value
    at = read.next
  }
  return { value: map, next: at }
}

/** Lists may stand as far left as the key they belong to. */
const isBelow = (line: Line, indent: number): boolean =>
  line.indent > indent || (line.indent === indent && line.text.startsWith('- '))

const keyOf = (text: string): string | undefined =>
  /^("[^"]*"|'[^']*'|[^\s"'[{][^:]*):(?= |$)/.exec(text)?.[1]

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2')

const scalar = (text: string): unknown => {
  if (text.startsWith('"')) return JSON.parse(text) as unknown
  if (text.startsWith('[')) return inlineList(text)
  if (/^-?\d+$/.test(text)) return Number(text)
  return text === 'true' || text === 'false' ? text === 'true' : unquoted(text)
}

const inlineList = (text: string): unknown[] =>
  text
    .slice(1, -1)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(scalar)
