import { isCode, isTest, type Tree, withoutComments } from './files.ts'

/** The shapes of keys and tokens. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}/,
  'a key of a cloud': /\bAKIA[0-9A-Z]{16}\b/,
  'a token of a code host': /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  'a key of a payment provider': /\b[rs]k_live_[A-Za-z0-9]{16,}/,
  'a token of a chat': /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  'a signed token': /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{15,}/,
}

/** A long random word assigned to a secret's name. */
const NAMED =
  /\b\w*(?:secret|password|apikey|api_key|token)\w*['"]?\s*[:=]\s*['"]([A-Za-z0-9+/_=-]{24,})['"]/gi

/** Random words have letters and digits; names consist of words. */
const isRandom = (word: string) => /\d.*\d.*\d/.test(word) && /[A-Za-z].*[A-Za-z]/.test(word)

/**
 * Secrets in the repository, and ways an environment secret could reach the browser's code. Tests and examples may
 * contain invented ones, unless they have a real one's shape.
 */
export function secretsIn(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => [
    ...Object.entries(SHAPES)
      .filter(([, shape]) => shape.test(text))
      .map(([what]) => `${file}: holds ${what}`),
    ...(isCode(file) && !isTest(file) && !isInvented(file)
      ? [...text.matchAll(NAMED)]
          .filter(([, word = '']) => isRandom(word))
          .map(([whole]) => `${file}: holds a secret: ${whole.slice(0, 30)}…`)
      : []),
    ...(isBundled(file) &&
    /\b(?:process\.env|import\.meta\.env(?!\.(?:PROD|DEV)\b))/.test(withoutComments(text))
      ? [`${file}: takes something of the environment into the bundle`]
      : []),
  ])
}

const isInvented = (file: string) => /^(?:tools|tests)\//.test(file)
const isBundled = (file: string) =>
  /^(?:apps\/player\/src|apps\/studio\/web|packages\/\w+\/src)\//.test(file) && isCode(file) && !isTest(file)
