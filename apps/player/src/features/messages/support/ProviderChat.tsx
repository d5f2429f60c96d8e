import { ErrorCard, Skeleton } from '@palpite/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import type { Channels } from '../../../shared/use-channels.ts'
import { useUser } from '../../../shared/use-user.ts'

const PATIENCE_MS = 20_000

type Props = { provider: NonNullable<Channels['provider']>; hours: string; fallback: ReactNode }

/**
 * A live-chat provider's page. Licence, username and e-mail are posted to its origin once loaded, never in its
 * address.
 */
export function ProviderChat({ provider: { url, licence }, hours, fallback }: Props) {
  const t = useText()
  const user = useUser()
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'failed' : now)), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const { username = '', email = '' } = user ?? {}
  useEffect(() => {
    if (state !== 'shown') return
    frame.current?.contentWindow?.postMessage({ licence, username, email }, new URL(url).origin)
  }, [state, licence, username, email, url])
  return (
    <div className="grid h-full grid-rows-[auto_1fr] gap-8">
      <p className="px-16 text-12 text-text-2">{hours}</p>
      {state === 'failed' ? (
        <div className="grid content-start gap-12 px-16">
          <ErrorCard
            title={t('app.section.failed')}
            retryLabel={t('app.section.retry')}
            onRetry={() => setState('loading')}
          />
          {fallback}
        </div>
      ) : (
        <div className="relative">
          {state === 'loading' && <Skeleton className="absolute inset-16 rounded-18" />}
          <iframe
            ref={frame}
            title={t('support.page.title')}
            src={url}
            onLoad={() => setState('shown')}
            className="size-full border-0"
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
            referrerPolicy="no-referrer"
          />
        </div>
      )}
    </div>
  )
}
