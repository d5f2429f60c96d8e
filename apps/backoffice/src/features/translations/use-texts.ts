import { type TextLanguage, textLanguages } from '@palpite/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { entries, languages } from 'virtual:player-texts'

/** These languages' texts, loaded once: they are fixed at build. */
export const useLanguages = (wanted: readonly TextLanguage[]) =>
  useQuery({
    queryKey: ['texts of players', ...wanted],
    queryFn: async () => {
      const read = await Promise.all(wanted.map((language) => languages[language]()))
      return read.map(({ texts, doubts }, at) => ({ language: wanted[at] ?? 'pt-BR', texts, doubts }))
    },
    staleTime: Infinity,
  })

/** The texts of all languages, Portuguese first. */
export const useAllLanguages = () => useLanguages(textLanguages)

export const textEntries = entries
