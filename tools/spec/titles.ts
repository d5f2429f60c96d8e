import { type Token, tokensOf } from './tokens.ts'

const RUNS = new Set(['test', 'it', 'describe'])
const RUNS_NOT = new Set(['skip', 'todo'])

/**
 * Titles of a source file's tests and groups, as written: those of `test.each` with placeholders. Comments, strings
 * and skipped tests do not count.
 */
export function titlesIn(source: string): ReadonlySet<string> {
  const tokens = tokensOf(source)
  const titles = new Set<string>()
  for (let at = 0; at < tokens.length; at += 1) {
    if (!beginsTest(tokens, at)) continue
    const call = callOf(tokens, at)
    if (call === undefined) continue
    if (call.isSkipped) at = closeOf(tokens, call.opens)
    else titles.add(call.title)
  }
  return titles
}

const isMark = (token: Token | undefined, value: string) => token?.kind === 'mark' && token.value === value

const beginsTest = (tokens: readonly Token[], at: number) =>
  tokens[at]?.kind === 'word' && RUNS.has(tokens[at].value) && !isMark(tokens[at - 1], '.')

type TestCall = { title: string; opens: number; isSkipped: boolean }

/** Follows `test`, `.each`, `<Case>`, `([…])` to the call that starts with a title. */
function callOf(tokens: readonly Token[], start: number): TestCall | undefined {
  let at = start + 1
  let isSkipped = false
  for (;;) {
    const token = tokens[at]
    if (isMark(token, '.')) {
      isSkipped ||= RUNS_NOT.has(tokens[at + 1]?.value ?? '')
      at += 2
    } else if (isMark(token, '(')) {
      const first = tokens[at + 1]
      if (first?.kind === 'text' && isMark(tokens[at + 2], ','))
        return { title: first.value, opens: at, isSkipped }
      at = closeOf(tokens, at) + 1
    } else if (isMark(token, '<')) at = closeOf(tokens, at) + 1
    else if (token?.kind === 'text') at += 1
    else return undefined
  }
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '<': '>' }

/** The matching closing bracket; the end of the file if missing. */
function closeOf(tokens: readonly Token[], opens: number): number {
  const open = tokens[opens]?.value ?? ''
  const close = PAIRS[open] ?? ''
  let depth = 0
  for (let at = opens; at < tokens.length; at += 1) {
    if (isMark(tokens[at], open)) depth += 1
    const isArrow = close === '>' && isMark(tokens[at - 1], '=')
    if (isMark(tokens[at], close) && !isArrow) depth -= 1
    if (depth === 0) return at
  }
  return tokens.length
}

/** A pattern for a title's instances: its placeholders (`$stake`, `%s`, `${width}`) match anything. */
export const titlePattern = (title: string): string =>
  title
    .split(/\$\{[^}]*\}|\$[\w.]+|%[sdifjo]/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
