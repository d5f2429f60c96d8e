import { Button, Icon, Pattern } from '@palpite/ui'
import { useSearchParams } from 'wouter'
import { PageTitle } from '../shared/bars/PageTitle.tsx'
import { go, goBack } from '../shared/navigation.ts'
import { hrefOf } from '../shared/paths.ts'
import type { TextKey } from '../shared/text/keys.ts'
import { useText } from '../shared/text/text.ts'
import { CopyText } from '../shared/CopyText.tsx'

/** The reason, as far as the failing code knows it. */
const reasons: Readonly<Record<string, TextKey>> = {
  '1403': 'app.error.refused',
  '503': 'app.error.busy',
  app: 'app.error.app',
}

/** The page that failed, as noted by the code that left it; without links away. */
const brokenPage = (from: string | null): string | undefined =>
  from !== null &&
  URL.canParse(from, location.origin) &&
  new URL(from, location.origin).origin === location.origin
    ? from
    : undefined

/** Something went wrong: the reason if known, and what the player can do. */
export function ErrorPage() {
  const t = useText()
  const [search] = useSearchParams()
  const code = search.get('code') ?? 'app'
  /** A failed page is reloaded: a step back would open the one before it. */
  const retry = () => {
    const from = brokenPage(search.get('from'))
    if (from === undefined) goBack()
    else location.replace(from)
  }
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-12 px-24 py-32 text-center">
      <div className="relative grid size-160 -rotate-6 place-items-center overflow-hidden rounded-24 bg-brand-tint text-brand-text">
        <Pattern seed={52} columns={4} rows={4} className="absolute inset-0 size-full text-surface-3" />
        <Icon name="puzzle-piece-duotone" className="relative size-80" />
      </div>
      <PageTitle className="mt-8 flex-none">{t('app.error.title')}</PageTitle>
      <p className="text-14 text-text-2">{t(reasons[code] ?? 'app.error.unknown')}</p>
      <div className="mt-8 grid w-full gap-8">
        <Button block onClick={retry}>
          <Icon name="arrow-clockwise" className="size-20" />
          {t('app.error.retry')}
        </Button>
        <Button block kind="secondary" onClick={() => go(hrefOf('home'), { replace: true })}>
          {t('app.error.home')}
        </Button>
      </div>
      <p className="flex items-center gap-8 text-12 text-text-3">
        {t('app.error.code', { code })}
        <CopyText bare text={code} label={t('app.copy.label')} />
      </p>
    </main>
  )
}
