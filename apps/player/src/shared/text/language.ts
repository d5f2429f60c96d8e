import type { Language } from '@palpite/contract/look'
import { useLook } from '../look.ts'

/** Each language as the wire and the specification write it, and its name in itself. */
export const languageNames = {
  'pt-BR': { code: 'pt_BR', name: 'Português (Brasil)', decimalMark: ',' },
  en: { code: 'en_US', name: 'English', decimalMark: '.' },
} as const satisfies Record<Language, { code: string; name: string; decimalMark: ',' | '.' }>

/** The language as the `lang` header wants it: `pt_BR`. */
export const languageCode = (): string => languageNames[useLook.getState().language].code

/** The decimal mark of the language in use, outside React. */
export const decimalMark = (): ',' | '.' => languageNames[useLook.getState().language].decimalMark

/** The decimal mark of the language in use, for money fields and keypads. */
export const useDecimalMark = (): ',' | '.' => useLook((look) => languageNames[look.language].decimalMark)
