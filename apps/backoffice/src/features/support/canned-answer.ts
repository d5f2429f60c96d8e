import type { TextLanguage } from '@palpite/contract/languages'
import type { DataOf } from '../../shared/api.ts'

/** A prepared answer of the support chat, by language. */
export type CannedAnswer = DataOf<'GET /api/backoffice/support/cannedAnswers'>[number]
export type CannedTexts = CannedAnswer['texts']

/** The only placeholder: what an answer calls the player. */
export const FIRST_NAME = '{firstName}'

/** More would not fit above the composer; typing on narrows them down. */
const MAX_FOUND = 6

const plain = (words: string): string => words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What is looked for: the word after a slash at the start of an answer. Undefined: no canned answer is looked for. */
export const soughtIn = (words: string): string | undefined => /^\/(\S*)$/.exec(words)?.[1]

/** The text in the player's language; the Portuguese one without it. */
export const textFor = ({ texts }: Pick<CannedAnswer, 'texts'>, lang: string): string =>
  texts[lang as TextLanguage] ?? texts['pt-BR'] ?? ''

/** The canned answers of this name, those that begin with it first, then those that mention it in their text. */
export function cannedAnswersFor(
  answers: readonly CannedAnswer[],
  sought: string,
  lang: string,
): CannedAnswer[] {
  const word = plain(sought)
  const places = answers.map((answer) => {
    const name = plain(answer.name)
    if (name.startsWith(word)) return { answer, place: 0 }
    if (name.includes(word)) return { answer, place: 1 }
    return { answer, place: plain(textFor(answer, lang)).includes(word) ? 2 : 3 }
  })
  return places
    .filter(({ place }) => place < 3)
    .toSorted((one, other) => one.place - other.place)
    .slice(0, MAX_FOUND)
    .map(({ answer }) => answer)
}

/** A text with the player's first name; without one, the greeting closes up: "Olá, {firstName}!" is "Olá!". */
export function filled(text: string, firstName: string | null): string {
  if (firstName !== null) return text.replaceAll(FIRST_NAME, () => firstName)
  return text
    .replaceAll(/^\{firstName\}[,!]?\s*(\p{L}?)/gmu, (_all, next: string) => next.toUpperCase())
    .replaceAll(/,?[ \u00a0]?\{firstName\}/g, '')
}

/** A canned answer as it is typed. */
export type TypedAnswer = { name: string; texts: CannedTexts }

/** Why a typed canned answer is not sent yet. */
export type Missing = 'name' | 'text' | 'placeholder'

/** What a typed canned answer lacks, if anything. */
export function missingIn({ name, texts }: TypedAnswer): Missing | undefined {
  if (!/^[\p{L}\p{N}-]{1,40}$/u.test(name)) return 'name'
  const all = Object.values(texts)
  if (all.some((text) => text.trim() === '')) return 'text'
  return all.every((text) => /^(?:[^{}]|\{firstName\})*$/.test(text)) ? undefined : 'placeholder'
}

type Change = { part: 'name' | TextLanguage; before: string; after: string }

/** The parts in which two versions differ. */
export function changesOf(before: TypedAnswer, after: TypedAnswer): Change[] {
  const languages = [
    ...new Set([...Object.keys(before.texts), ...Object.keys(after.texts)]),
  ] as TextLanguage[]
  const parts = [
    { part: 'name' as const, before: before.name, after: after.name },
    ...languages.map((part) => ({
      part,
      before: before.texts[part] ?? '',
      after: after.texts[part] ?? '',
    })),
  ]
  return parts.filter((change) => change.before !== change.after)
}

/** One operator's edit of an older version applied to the current one: parts that it left alone are those of now. */
export function carriedOver(typed: TypedAnswer, base: TypedAnswer, now: TypedAnswer): TypedAnswer {
  return changesOf(base, typed).reduce<TypedAnswer>((answer, { part, after }) => {
    if (part === 'name') return { ...answer, name: after }
    return { ...answer, texts: withText(answer.texts, part, typed.texts[part]) }
  }, now)
}

/** The texts with one of them changed; undefined removes it. */
export function withText(texts: CannedTexts, language: TextLanguage, text: string | undefined): CannedTexts {
  const { [language]: _before, ...others } = texts
  return text === undefined ? others : { ...others, [language]: text }
}
