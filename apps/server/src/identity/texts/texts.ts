import { filledText, type Lang, loadTexts } from '../../platform/texts.ts'

type Key =
  | 'email.changed.subject'
  | 'email.changed.text'
  | 'email.code.subject'
  | 'email.code.text'
  | 'link.mail.subject'
  | 'link.mail.text'
  | 'passkey.added.subject'
  | 'passkey.added.text'
  | 'passkey.removed.subject'
  | 'passkey.removed.text'
  | 'payee.code.subject'
  | 'payee.code.text'
  | 'password.changed.subject'
  | 'password.changed.text'
  | 'password.set'
  | 'reset.mail.subject'
  | 'reset.mail.text'
  | 'taken.mail.subject'
  | 'taken.mail.text'

const texts = loadTexts((lang) => new URL(`${lang}.json`, import.meta.url))

/** A text of this module, mostly of its mails, its `{names}` filled in. */
export const mailText = (key: Key, lang: Lang, values: Record<string, string | number>): string =>
  filledText(texts, lang, key, (name) => String(values[name] ?? ''))
