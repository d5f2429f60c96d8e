import type { Currency, Language } from '@palpite/contract/look'
import { useLook } from '../look.ts'

/** Each language as the wire and the specification write it, its name in itself, and the currency that goes with it. */
export const languageNames = {
  'pt-BR': { code: 'pt_BR', name: 'Português (Brasil)', decimalMark: ',', currency: 'BRL' },
  en: { code: 'en_US', name: 'English', decimalMark: '.', currency: 'USD' },
} as const satisfies Record<
  Language,
  { code: string; name: string; decimalMark: ',' | '.'; currency: Currency }
>

/** The language as the `lang` header wants it: `pt_BR`. */
export const languageCode = (): string => languageNames[useLook.getState().language].code

/** The decimal mark of the language in use, outside React. */
export const decimalMark = (): ',' | '.' => languageNames[useLook.getState().language].decimalMark

/** The currency of the language in use, as the `curreny` header wants it. The wallet is in BRL all the same. */
export const currencyCode = (): Currency => languageNames[useLook.getState().language].currency

/** The decimal mark of the language in use, for money fields and keypads. */
export const useDecimalMark = (): ',' | '.' => useLook((look) => languageNames[look.language].decimalMark)
