import type { TextKey } from '../../shared/text.ts'

/** A text's fault: missing, other placeholders than the Portuguese one, or much longer. */
export type Doubt = 'missing' | 'values' | 'long'
export type TextEntry = {
  key: string
  /** Where it is used: the player app, mails, refusals … */
  source: string
  /** Its placeholders. */
  values: readonly string[]
  /** Its modules, relative to the repository; empty for keys the server builds from codes. */
  usedIn: readonly string[]
}
export type LanguageTexts = {
  texts: Readonly<Record<string, string>>
  doubts: Readonly<Record<string, Doubt>>
}

/** A player text in Portuguese and the chosen language. */
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

/** Texts whose key, words or modules contain every search word, in any order. */
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

/** The key as its module uses it, without its source. */
export const keyOf = ({ key, source }: Pick<PlayerText, 'key' | 'source'>): string =>
  key.slice(source.length + 2)
