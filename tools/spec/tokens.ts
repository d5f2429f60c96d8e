/** A TypeScript token: a word, an unescaped string, or one mark. Comments are skipped. */
export type Token = { kind: 'word' | 'text' | 'mark'; value: string }

const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)+/y
const QUOTED = /'((?:\\[^]|[^'\\\n])*)'|"((?:\\[^]|[^"\\\n])*)"/y
const WORD = /[\p{L}\p{N}_$]+/uy
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
const ANY = /[^]/y

/** After these a slash divides; elsewhere it starts a regular expression. */
const ENDS_A_VALUE = new Set([')', ']', '}'])
const WANTS_A_VALUE = new Set(['return', 'case', 'typeof', 'await', 'of', 'in'])

/**
 * A source file's tokens in order. Not a parser: it only separates code from comments, strings, templates and regular
 * expressions.
 */
export const tokensOf = (source: string): Token[] => readFrom(source, 0, false).tokens

/** Reads on; inside a template, up to the closing brace of its placeholder. */
function readFrom(source: string, start: number, inTemplate: boolean): { tokens: Token[]; end: number } {
  const tokens: Token[] = []
  let at = start
  let depth = 0
  while (at < source.length) {
    at += matchAt(BLANK, source, at)?.[0].length ?? 0
    if (at >= source.length) break
    const { token, end } = nextToken(source, at, tokens.at(-1))
    if (token.kind === 'mark' && token.value === '{') depth += 1
    if (token.kind === 'mark' && token.value === '}') depth -= 1
    if (inTemplate && depth < 0) return { tokens, end }
    tokens.push(token)
    at = end
  }
  return { tokens, end: at }
}

function nextToken(source: string, at: number, before: Token | undefined): { token: Token; end: number } {
  if (source[at] === '`') return readTemplate(source, at)
  const quoted = matchAt(QUOTED, source, at)
  if (quoted) {
    const value = withoutEscapes(quoted[1] ?? quoted[2] ?? '')
    return { token: { kind: 'text', value }, end: at + quoted[0].length }
  }
  const word = matchAt(WORD, source, at)
  if (word) return { token: { kind: 'word', value: word[0] }, end: at + word[0].length }
  const regex = mayBeginRegex(before) ? matchAt(REGEX, source, at) : null
  const mark = regex?.[0] ?? matchAt(ANY, source, at)?.[0] ?? ''
  return { token: { kind: 'mark', value: mark }, end: at + mark.length }
}

/** A template is one text; code in its placeholders is scanned for their end and kept as written. */
function readTemplate(source: string, start: number): { token: Token; end: number } {
  let at = start + 1
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') at += 2
    else if (source.startsWith('${', at)) at = readFrom(source, at + 2, true).end
    else at += 1
  }
  return { token: { kind: 'text', value: withoutEscapes(source.slice(start + 1, at)) }, end: at + 1 }
}

function mayBeginRegex(before: Token | undefined): boolean {
  if (before === undefined) return true
  if (before.kind === 'mark') return !ENDS_A_VALUE.has(before.value)
  return before.kind === 'word' && WANTS_A_VALUE.has(before.value)
}

const withoutEscapes = (text: string) => text.replaceAll(/\\([^])/g, '$1')

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
