import { Skeleton } from '@palpite/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { TopBar } from '../../shared/bars/TopBar.tsx'
import type { PageProps } from '../../shared/feature.ts'
import { NotLoaded } from '../../shared/Loaded.tsx'
import { useLook } from '../../shared/look.ts'
import { openSupport } from '../../shared/open-support.ts'
import { helpPageOf } from '../../shared/paths.ts'
import { useLanguage, useText } from '../../shared/text/text.ts'
import { ArticlePage } from './ArticlePage.tsx'
import { blocksOf } from './document.ts'
import { Document } from './Document.tsx'
import { HelpCentre } from './HelpCentre.tsx'
import { HelpLinks } from './HelpLinks.tsx'
import { isTranslationOfWhatBinds } from './documents.ts'
import { documentQuery, readAhead } from './help-queries.ts'
import { helpTexts } from './help-texts.ts'

/** Renders the page once its documents are loaded; when prerendering they already are. */
export const openHelp = async (): Promise<typeof HelpPage> => {
  if (typeof location !== 'undefined') await readAhead(location.pathname, useLook.getState().language)
  return HelpPage
}

/** An information page: help, terms, privacy, rules or licence. No login needed. */
export function HelpPage({ params }: PageProps) {
  const article = params['article']
  useAskedChat()
  return article === undefined ? <DocumentPage word={params['page']} /> : <ArticlePage slug={article} />
}

/** A message about a support answer links here, to the chat. */
function useAskedChat(): void {
  const isAsked = useSearchParams()[0].get('chat') === '1'
  useEffect(() => {
    if (isAsked) openSupport()
  }, [isAsked])
}

function DocumentPage({ word }: { word: string | undefined }) {
  const t = useText()
  const language = useLanguage()
  const page = helpPageOf(word)
  const { data, isError, refetch } = useQuery(documentQuery(page, language))
  return (
    <>
      <TopBar isLong title={t(helpTexts[page])} />
      <main className="grid grid-cols-1 gap-24 px-16 pt-8 pb-24">
        {page === 'help' && <HelpCentre />}
        {data !== undefined ? (
          <div className="grid grid-cols-1 gap-24">
            {isTranslationOfWhatBinds(page, language) && (
              <p className="hairline rounded-14 bg-surface-1 p-14 text-14 text-text-2">
                {t('support.document.translated')}
              </p>
            )}
            <Document blocks={blocksOf(data)} />
          </div>
        ) : isError ? (
          <NotLoaded refetch={refetch} />
        ) : (
          <div aria-busy="true" className="grid gap-12">
            {[1, 2, 3, 4].map((place) => (
              <Skeleton key={place} className="h-72 rounded-18" />
            ))}
          </div>
        )}
        <HelpLinks current={page} />
      </main>
    </>
  )
}
