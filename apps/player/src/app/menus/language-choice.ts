import { type Language, languages } from '@palpite/contract/languages'

/**
 * The selectable languages: those the policy allows (all until it is loaded), and the current one. A single one is no
 * choice.
 */
export const languageChoice = (
  allowed: readonly Language[] | undefined,
  inUse: Language,
): readonly Language[] => {
  const offered = languages.filter((one) => one === inUse || (allowed?.includes(one) ?? true))
  return offered.length > 1 ? offered : []
}
