import forbidden from './forbidden-words.json' with { type: 'json' }
import type { CompliancePolicy } from './policy.ts'

/** Plural ends of a word of Portuguese or English. */
const PLURAL = '(?:e?s)?'

/**
 * The words of a text for players that the compliance profile forbids, whatever their case and accents, and in the
 * plural too. Under a profile without gifts or promotions a text promises none and creates no urgency (C4, C5, C8).
 */
export function forbiddenWordsIn({ terms }: Pick<CompliancePolicy, 'terms'>, text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
  const words = [
    ...(terms.givesPromotions ? [] : forbidden.urgency),
    ...(terms.grantsGifts ? [] : forbidden.gifts),
  ]
  const isIn = (word: string) => {
    const anyPlural = word.split(' ').join(`${PLURAL} `) + PLURAL
    return new RegExp(`(?<!\\p{L})${anyPlural}(?!\\p{L})`, 'u').test(plain)
  }
  return words.filter(isIn)
}
