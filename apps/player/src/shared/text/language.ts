import { type Currency, languageTable } from '@palpite/contract/languages'
import { useLook } from '../look.ts'
import { useLanguage } from './text.ts'

/** The language for the `lang` header: `pt_BR`. */
export const languageCode = (): string => languageTable[useLook.getState().language].key

/** The current language's decimal mark, outside React. */
export const decimalMark = (): ',' | '.' => languageTable[useLook.getState().language].decimalMark

/** The current language's currency for the `curreny` header. The wallet is in BRL regardless. */
export const currencyCode = (): Currency => languageTable[useLook.getState().language].currency

/** The current language's decimal mark, for money fields and keypads. */
export const useDecimalMark = (): ',' | '.' => languageTable[useLanguage()].decimalMark
