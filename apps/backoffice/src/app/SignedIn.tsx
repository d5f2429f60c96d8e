import { ErrorCard } from '@palpite/ui'
import { lazy, Suspense } from 'react'
import { useAsked } from '../shared/ask-again.ts'
import { MeContext } from '../shared/me.ts'
import { useText } from '../shared/text.ts'
import { NewPassword } from './NewPassword.tsx'
import { Shell } from './Shell.tsx'
import { Unapproved } from './Unapproved.tsx'

// Loaded on demand: it includes the QR code, which only new operators need.
const SecondFactor = lazy(() =>
  import('./SecondFactor.tsx').then(({ SecondFactor: Screen }) => ({ default: Screen })),
)

/** What a session shows: second factor or new password first if due, nothing before a second operator's approval. */
export function SignedIn() {
  const t = useText()
  const me = useAsked('GET /api/backoffice/session/me', {}, { everyMs: 60_000 })
  // A session that awaits its code may not choose a password; without a second factor the password is chosen
  // first.
  if (me.data?.mustChangePassword && me.data.secondFactor !== 'code') return <NewPassword me={me.data} />
  if (me.data && me.data.secondFactor !== 'done')
    return (
      <Suspense fallback={null}>
        <SecondFactor me={me.data} />
      </Suspense>
    )
  if (me.data && !me.data.isApproved) return <Unapproved me={me.data} />
  if (me.data)
    return (
      <MeContext value={me.data}>
        <Shell />
      </MeContext>
    )
  if (!me.error) return null
  return (
    <main className="mx-auto grid h-full max-w-440 content-center">
      <ErrorCard
        title={t('list.failed.title')}
        text={me.error.said || t('list.failed.text')}
        retryLabel={t('list.failed.retry')}
        onRetry={() => void me.refetch()}
      />
    </main>
  )
}
