import { isCode, isTest, type Tree } from './files.ts'
import { localesIn, placeholdersOf } from './texts.ts'

/** Each app with texts: where its code and its Portuguese texts are, and the names of its function for texts. */
const APPS = [
  { code: 'apps/player/src', texts: 'apps/player/src/locales', call: /\b(?:t|text|words)\(/g },
  { code: 'apps/backoffice/src', texts: 'apps/backoffice/src/texts', call: /\b(?:t|text)\(/g },
]

/**
 * Calls that leave a placeholder of their text without a value: it would be shown as nothing. Keys are read where
 * they are written (`'a.b'`, one of two, `a.${part}`), and values where they are an object without a spread.
 */
export function unfilledTexts(tree: Tree): string[] {
  return APPS.flatMap(({ code, texts, call }) => {
    const portuguese = new Map(
      Object.entries(localesIn(tree, texts).get('pt-BR') ?? {}).flatMap(([key, text]) =>
        // A key is the whole of a file's line; the name of its file is no part of it.
        [[key, text] as const, [key.replace(/^[^.]+\./, ''), text] as const],
      ),
    )
    return [...tree].flatMap(([file, source]) =>
      file.startsWith(`${code}/`) && isCode(file) && !isTest(file)
        ? [...source.matchAll(call)].flatMap(({ index, 0: { length } }) =>
            unfilled(source, index + length, portuguese).map((found) => `${file}: ${found}`),
          )
        : [],
    )
  })
}

function unfilled(source: string, start: number, texts: ReadonlyMap<string, string>): string[] {
  const [key = '', values] = listedIn(source, start)
  const given = values === undefined ? [] : namesOf(values)
  if (given === undefined) return []
  return keysIn(key, texts).flatMap((one) =>
    placeholdersOf(texts.get(one) ?? '')
      .filter((name) => !given.includes(name))
      .map((name) => `${one} has no value for {${name}}`),
  )
}

/** The keys that an argument may be: every text of it that is one, parts in `${}` being anything. */
const keysIn = (argument: string, texts: ReadonlyMap<string, string>): string[] =>
  [...argument.matchAll(/'([\w.-]+)'|`([^`]+)`/g)].flatMap(([, plain, pattern]) => {
    if (plain !== undefined) return texts.has(plain) ? [plain] : []
    const parts = (pattern ?? '').split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'))
    const whole = new RegExp(`^${parts.join('[\\w.-]+')}$`)
    return parts.every((part) => part === '') ? [] : [...texts.keys()].filter((one) => whole.test(one))
  })

/** The names of an object's values, or nothing if they are not written here. */
function namesOf(object: string): string[] | undefined {
  const inside = /^\{([\s\S]*)\}$/.exec(object.trim())?.[1]
  if (inside === undefined) return undefined
  const entries = listedIn(`${inside})`, 0).map((entry) => entry.trim())
  if (entries.some((entry) => entry.startsWith('...'))) return undefined
  return entries.map((entry) => /^['"]?([\w$]+)/.exec(entry)?.[1] ?? '')
}

/** What stands between commas from here to the bracket that closes. */
function listedIn(source: string, start: number): string[] {
  const parts: string[] = []
  let depth = 0
  let from = start
  let quote = ''
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at] ?? ''
    if (quote) quote = sign === quote && source[at - 1] !== '\\' ? '' : quote
    else if (`'"\``.includes(sign)) quote = sign
    else if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) {
      if (depth === 0) return [...parts, source.slice(from, at)].filter((part) => part.trim() !== '')
      depth -= 1
    } else if (sign === ',' && depth === 0) {
      parts.push(source.slice(from, at))
      from = at + 1
    }
  }
  return []
}
