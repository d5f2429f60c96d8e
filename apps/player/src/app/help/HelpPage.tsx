import { ErrorCard, Skeleton } from '@palpite/ui'
import { useQuery } from '@tanstack/react-query'
import { TopBar } from '../../shared/bars/TopBar.tsx'
import type { PageProps } from '../../shared/feature.ts'
import { helpPageOf } from '../../shared/paths.ts'
import { useLanguage, useText } from '../../shared/text/text.ts'
import { blocksOf } from './document.ts'
import { Document } from './Document.tsx'
import { readDocument } from './documents.ts'
import { HelpLinks } from './HelpLinks.tsx'
import { helpTexts } from './help-texts.ts'

/** One of the pages that say how all this works: help, terms, privacy, rules, licence. Read without logging in. */
export function HelpPage({ params }: PageProps) {
  const t = useText()
  const language = useLanguage()
  const page = helpPageOf(params['page'])
  const { data, isError, refetch } = useQuery({
    queryKey: ['help', page, language],
    queryFn: () => readDocument(page, language),
    staleTime: Infinity,
  })
  return (
    <>
      <TopBar isLong title={t(helpTexts[page])} />
      <main className="grid grid-cols-1 gap-24 px-16 pt-8 pb-24">
        {data !== undefined ? (
          <Document blocks={blocksOf(data)} />
        ) : isError ? (
          <ErrorCard
            title={t('app.section.failed')}
            retryLabel={t('app.section.retry')}
            onRetry={() => void refetch()}
          />
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
