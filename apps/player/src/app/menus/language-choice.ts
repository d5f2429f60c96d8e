import { type Language, languages } from '@palpite/contract/languages'

/**
 * The languages to choose from: those that the policy allows, all while it is not known, and the one in use, which
 * may be left. One alone is no choice.
 */
export const languageChoice = (
  allowed: readonly Language[] | undefined,
  inUse: Language,
): readonly Language[] => {
  const offered = languages.filter((one) => one === inUse || (allowed?.includes(one) ?? true))
  return offered.length > 1 ? offered : []
}
