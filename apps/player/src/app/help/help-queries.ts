import type { Language } from '@palpite/contract/languages'
import { type HelpPage, helpPageOf, screenAt } from '../../shared/paths.ts'
import { queryClient } from '../../shared/query.ts'
import { readArticles } from './articles.ts'
import { readDocument } from './documents.ts'

/** The query of a document in a language. */
export const documentQuery = (page: HelpPage, language: Language) => ({
  queryKey: ['help', page, language],
  queryFn: () => readDocument(page, language),
  staleTime: Infinity,
})

/** The query of a language's articles. */
export const articlesQuery = (language: Language) => ({
  queryKey: ['articles', language],
  queryFn: () => readArticles(language),
  staleTime: Infinity,
})

/** Loads what a help page shows before rendering it, so that it appears in one piece. The page reports failures. */
export const readAhead = async (pathname: string, language: Language): Promise<void> => {
  const { page: word, article } = screenAt(pathname)?.params ?? {}
  const page = helpPageOf(word)
  const readsArticles = article !== undefined || page === 'help'
  await Promise.all([
    article === undefined && queryClient.prefetchQuery(documentQuery(page, language)),
    readsArticles && queryClient.prefetchQuery(articlesQuery(language)),
  ])
}
