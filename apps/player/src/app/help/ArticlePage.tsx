import { Button, Empty, Skeleton } from '@palpite/ui'
import { CountedShares } from '../../shared/CountedShares.tsx'
import { TopBar } from '../../shared/bars/TopBar.tsx'
import { NotLoaded } from '../../shared/Loaded.tsx'
import { go } from '../../shared/navigation.ts'
import { openOverlay } from '../../shared/overlays.ts'
import { helpHref } from '../../shared/paths.ts'
import { useText } from '../../shared/text/text.ts'
import { blocksOf } from './document.ts'
import { Document } from './Document.tsx'
import { useArticle } from './use-articles.ts'

/** One help article, with the support contacts. */
export function ArticlePage({ slug }: { slug: string }) {
  const t = useText()
  const { article, isRead, isError, refetch } = useArticle(slug)
  return (
    <>
      <TopBar title={article?.title ?? t('app.help.title')} isLong />
      <main className="grid grid-cols-1 gap-24 px-16 pt-8 pb-24">
        {article ? (
          <>
            <Document blocks={blocksOf(article.body)} />
            {slug === 'bonus' && (
              // Reserves space for pending figures, so that nothing below moves.
              <div className="min-h-124">
                <CountedShares />
              </div>
            )}
          </>
        ) : isRead ? (
          <Empty icon="info-fill" title={t('app.help.nothing')} />
        ) : isError ? (
          <NotLoaded refetch={refetch} />
        ) : (
          <Skeleton className="h-240 rounded-18" />
        )}
        <div className="grid gap-8">
          <Button kind="secondary" onClick={() => openOverlay('customerService')}>
            {t('app.menu.support')}
          </Button>
          <Button kind="ghost" onClick={() => go(helpHref('help'))}>
            {t('app.help.all')}
          </Button>
        </div>
      </main>
    </>
  )
}
