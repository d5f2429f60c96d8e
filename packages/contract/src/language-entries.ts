import { type Language, languageTable } from './languages.ts'

/** A language in the list of languages (SPEC §3). */
export type LanguageEntry = {
  language: Language
  /** Its own name. */
  name: string
  key: string
  /** Its flag's address. */
  image: string
  /** Its currency. The wallet is in BRL regardless. */
  currencyText: string
  /** Its currency icon's address. */
  icon: string
  symbol: string
  unit: string
  phonePrefix: string
  /** The country of its phone prefix and flag. */
  region: string
  /** Whether it is under “more languages”, beyond the specification's list. */
  isMore: boolean
}

type Shown = { name: string; symbol: string; phonePrefix: string; region: string; isMore?: true }

const shown: Readonly<Record<Language, Shown>> = {
  'pt-BR': { name: 'Português (Brasil)', symbol: 'R$', phonePrefix: '+55', region: 'BR' },
  en: { name: 'English', symbol: '$', phonePrefix: '+1', region: 'US' },
  id: { name: 'Bahasa Indonesia', symbol: 'Rp', phonePrefix: '+62', region: 'ID' },
  vi: { name: 'Tiếng Việt', symbol: '₫', phonePrefix: '+84', region: 'VN' },
  'en-NG': { name: 'English (Nigeria)', symbol: '₦', phonePrefix: '+234', region: 'NG' },
  ja: { name: '日本語', symbol: '¥', phonePrefix: '+81', region: 'JP' },
  ko: { name: '한국어', symbol: '₩', phonePrefix: '+82', region: 'KR' },
  'zh-CN': { name: '简体中文', symbol: '¥', phonePrefix: '+86', region: 'CN' },
  ru: { name: 'Русский', symbol: '₽', phonePrefix: '+7', region: 'RU' },
  de: { name: 'Deutsch', symbol: '€', phonePrefix: '+49', region: 'DE', isMore: true },
  es: { name: 'Español', symbol: '€', phonePrefix: '+34', region: 'ES', isMore: true },
  fr: { name: 'Français', symbol: '€', phonePrefix: '+33', region: 'FR', isMore: true },
  it: { name: 'Italiano', symbol: '€', phonePrefix: '+39', region: 'IT', isMore: true },
  hi: { name: 'हिन्दी', symbol: '₹', phonePrefix: '+91', region: 'IN', isMore: true },
  th: { name: 'ไทย', symbol: '฿', phonePrefix: '+66', region: 'TH', isMore: true },
}

/** A language in the list. */
export const languageEntry = (language: Language): LanguageEntry => {
  const { key, currency } = languageTable[language]
  const { isMore = false, ...rest } = shown[language]
  return {
    language,
    key,
    image: `/flags.svg#${rest.region.toLowerCase()}`,
    icon: `/coins.svg#${currency.toLowerCase()}`,
    currencyText: currency,
    unit: currency,
    isMore,
    ...rest,
  }
}

/** All languages in list order. */
export const languageEntries: readonly LanguageEntry[] = (Object.keys(languageTable) as Language[]).map(
  languageEntry,
)
