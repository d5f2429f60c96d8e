import { type Currency, languageTable } from '@palpite/contract/languages'
import { useLook } from '../look.ts'
import { useLanguage } from './text.ts'

/** The language as the `lang` header wants it: `pt_BR`. */
export const languageCode = (): string => languageTable[useLook.getState().language].key

/** The decimal mark of the language in use, outside React. */
export const decimalMark = (): ',' | '.' => languageTable[useLook.getState().language].decimalMark

/** The currency of the language in use, as the `curreny` header wants it. The wallet is in BRL all the same. */
export const currencyCode = (): Currency => languageTable[useLook.getState().language].currency

/** The decimal mark of the language in use, for money fields and keypads. */
export const useDecimalMark = (): ',' | '.' => languageTable[useLanguage()].decimalMark
