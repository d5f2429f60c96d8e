import { Button, ErrorCard, Icon, Skeleton, TextInput } from '@palpite/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { openOverlay } from '../../shared/overlays.ts'
import { articleHref } from '../../shared/paths.ts'
import { useLanguage, useText } from '../../shared/text/text.ts'
import { foundArticles } from './articles.ts'
import { articlesQuery } from './help-queries.ts'

/** The articles in the language in use. */
export const useArticles = () => useQuery(articlesQuery(useLanguage()))

/** Articles to look through, and who to ask where none helps. */
export function HelpCentre() {
  const t = useText()
  const [search, setSearch] = useState('')
  const { data, isError, refetch } = useArticles()
  const found = data && foundArticles(data, search)
  return (
    <section aria-label={t('app.help.centre')} className="grid grid-cols-1 gap-12">
      <TextInput
        type="search"
        name="search"
        aria-label={t('app.help.search')}
        placeholder={t('app.help.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found ? (
        <ul className="grid gap-4 wide:grid-cols-2">
          {found.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                href={articleHref(slug)}
                className="hairline flex finger-48 items-center gap-10 rounded-14 bg-surface-1 px-14 text-14 font-600 hover:bg-surface-2 active:bg-surface-3"
              >
                <span className="min-w-0 flex-1">{title}</span>
                <Icon name="caret-right-bold" className="size-14 text-text-3" />
              </Link>
            </li>
          ))}
        </ul>
      ) : isError ? (
        <ErrorCard
          title={t('app.section.failed')}
          retryLabel={t('app.section.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-240 rounded-18" />
      )}
      <p role="status" className="text-14 text-text-2">
        {found?.length === 0 && t('app.help.nothing')}
      </p>
      <Button kind="secondary" onClick={() => openOverlay('customerService')}>
        {t('app.menu.support')}
      </Button>
    </section>
  )
}
