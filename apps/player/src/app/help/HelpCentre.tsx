import { Button, Icon, Skeleton, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { NotLoaded } from '../../shared/Loaded.tsx'
import { openOverlay } from '../../shared/overlays.ts'
import { articleHref } from '../../shared/paths.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { useText } from '../../shared/text/text.ts'
import { type Article, articleParts, foundArticles } from './articles.ts'
import { useArticles } from './use-articles.ts'

/** The help articles by topic, with search and support contacts. The address may contain a search. */
export function HelpCentre() {
  const t = useText()
  const asked = useSearchParams()[0].get('q') ?? ''
  const [search, setSearch] = useState(asked)
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
        <div className="grid grid-cols-1 gap-16">
          {search.trim() === '' ? (
            partsOf(found).map(({ part, articles }) => (
              <section key={part} className="grid grid-cols-1 gap-8">
                <h2 className="text-16 font-800 tracking-tight">{t(partTexts[part])}</h2>
                <ArticleLinks articles={articles} />
              </section>
            ))
          ) : (
            <ArticleLinks articles={found} />
          )}
        </div>
      ) : isError ? (
        <NotLoaded refetch={refetch} />
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

type Part = keyof typeof articleParts | 'markets'

const partTexts = {
  bets: 'app.help.bets',
  account: 'app.help.account',
  bonuses: 'app.help.bonuses',
  games: 'app.tabs.games',
  sports: 'app.tabs.sports',
  markets: 'app.help.markets',
} as const satisfies Record<Part, TextKey>

/** The articles by part, without empty parts; those of no part are about markets. */
const partsOf = (articles: readonly Article[]): { part: Part; articles: Article[] }[] =>
  (Object.keys(partTexts) as Part[])
    .map((part) => ({ part, articles: articles.filter(({ slug }) => partOf(slug) === part) }))
    .filter((one) => one.articles.length > 0)

const partOf = (slug: string): Part =>
  (Object.keys(articleParts) as (keyof typeof articleParts)[]).find((part) =>
    (articleParts[part] as readonly string[]).includes(slug),
  ) ?? 'markets'

function ArticleLinks({ articles }: { articles: readonly Article[] }) {
  return (
    <ul className="grid gap-4 wide:grid-cols-2">
      {articles.map(({ slug, title }) => (
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
  )
}
