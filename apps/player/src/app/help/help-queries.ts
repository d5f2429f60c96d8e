import type { Language } from '@palpite/contract/languages'
import { type HelpPage, helpPageOf, screenAt } from '../../shared/paths.ts'
import { queryClient } from '../../shared/query.ts'
import { readArticles } from './articles.ts'
import { readDocument } from './documents.ts'

/** A document in a language. */
export const documentQuery = (page: HelpPage, language: Language) => ({
  queryKey: ['help', page, language],
  queryFn: () => readDocument(page, language),
  staleTime: Infinity,
})

/** The articles in a language. */
export const articlesQuery = (language: Language) => ({
  queryKey: ['articles', language],
  queryFn: () => readArticles(language),
  staleTime: Infinity,
})

/**
 * Reads what the help page at this address shows before it is drawn, so that it comes in one piece and nothing in it moves.
 * What could not be read is the page's to tell.
 */
export const readAhead = async (pathname: string, language: Language): Promise<void> => {
  const { page: word, article } = screenAt(pathname)?.params ?? {}
  const page = helpPageOf(word)
  const readsArticles = article !== undefined || page === 'help'
  await Promise.all([
    article === undefined && queryClient.prefetchQuery(documentQuery(page, language)),
    readsArticles && queryClient.prefetchQuery(articlesQuery(language)),
  ])
}
