import type { TextLanguage } from '@palpite/contract/languages'
import type { TextKey } from '../../shared/text.ts'

/** What speaks against a text: there is none, it asks for other values than the Portuguese one, or it takes far more room. */
export type Doubt = 'missing' | 'values' | 'long'
export type TextEntry = {
  key: string
  /** Where it is said: the app of players, mails, refusals … */
  source: string
  /** The values that stand in it, by name. */
  values: readonly string[]
  /** The modules that say it, from the root of the repository. None of a key that the server says by its code. */
  usedIn: readonly string[]
}
export type LanguageTexts = {
  texts: Readonly<Record<string, string>>
  doubts: Readonly<Record<string, Doubt>>
}

/** A text for players, in Portuguese and in the chosen language. */
export type PlayerText = TextEntry & { portuguese: string; own: string | undefined; doubt: Doubt | undefined }

export type Wanted = { words: string; source: string; state: string }

export const sourceNames: Readonly<Record<string, TextKey>> = {
  app: 'texts.source.app',
  offline: 'texts.source.offline',
  refusals: 'texts.source.refusals',
  mails: 'texts.source.mails',
  messages: 'texts.source.messages',
  notices: 'texts.source.notices',
  payPage: 'texts.source.payPage',
  statements: 'texts.source.statements',
  studio: 'texts.source.studio',
}

export const doubtNames = {
  missing: 'texts.doubt.missing',
  values: 'texts.doubt.values',
  long: 'texts.doubt.long',
} as const satisfies Record<Doubt, TextKey>
export const doubts = Object.keys(doubtNames) as Doubt[]

export const doubtTones = { missing: 'loss', values: 'loss', long: 'warn' } as const satisfies Record<
  Doubt,
  string
>

/** What is found by words of its key, of either text or of a module that says it; each word must be there, in any order. */
export function foundTexts(
  entries: readonly TextEntry[],
  { portuguese, own }: { portuguese: LanguageTexts; own: LanguageTexts },
  { words, source, state }: Wanted,
): PlayerText[] {
  const sought = plain(words).split(/\s+/).filter(Boolean)
  return entries
    .map((entry) => ({
      ...entry,
      portuguese: portuguese.texts[entry.key] ?? '',
      own: own.texts[entry.key],
      doubt: own.doubts[entry.key],
    }))
    .filter((text) => {
      if (source !== '' && text.source !== source) return false
      if (state !== '' && text.doubt !== state) return false
      const all = plain([text.key, text.portuguese, text.own ?? '', ...text.usedIn].join(' '))
      return sought.every((word) => all.includes(word))
    })
}

/** Without accents and capitals: `saldo` finds `Saldo`, `codigo` finds `código`. */
const plain = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** What a language is called in the operator's own: `japonês`. */
export const languageName = (language: TextLanguage, inLanguage: string): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language

/** The key as its module says it, without where it is from. */
export const keyOf = ({ key, source }: Pick<PlayerText, 'key' | 'source'>): string =>
  key.slice(source.length + 2)
