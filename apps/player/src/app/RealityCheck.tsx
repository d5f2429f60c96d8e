import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { RisksDialog } from '../features/account/index.ts'
import { useAlerts } from '../shared/alerts.ts'
import { lazilyIn } from '../shared/feature.ts'
import { useLimits } from '../shared/limits.ts'
import {
  beginRealityCheck,
  endRealityCheck,
  mayBeAsked,
  untilCheck,
  useRealityCheck,
} from '../shared/reality-check.ts'
import { screenAt } from '../shared/paths.ts'
import { serverNow } from '../shared/server-clock.ts'
import { useUser } from '../shared/use-user.ts'

const lazily = lazilyIn('app')
const TermsDialog = lazily(() => import('./TermsDialog.tsx').then((module) => module.TermsDialog))
const CoolOffDialog = lazily(() => import('./CoolOffDialog.tsx').then((module) => module.CoolOffDialog))
const SuspendedBar = lazily(() => import('./SuspendedBar.tsx').then((module) => module.SuspendedBar))
const RealityDialog = lazily(() => import('./RealityDialog.tsx').then((module) => module.RealityDialog))

/**
 * The notice of a suspended account above the screen, and the dialogs of player protection above everything.
 */
export function RealityCheck() {
  const { data } = useLimits()
  return (
    <>
      {data?.suspendedSince && (
        <Suspense fallback={null}>
          <SuspendedBar />
        </Suspense>
      )}
      <Dialogs />
    </>
  )
}

/**
 * Asks players to accept changed terms, shows the risks at each sign-in where the law asks for it, shows playing time and result to
 * those who want it, and offers a pause after a big loss of the day. It opens above any sheet, which is there again afterwards,
 * and waits while a studio's round, an offer or a question is open.
 */
function Dialogs() {
  const { data } = useLimits()
  const startedAt = data?.session.startedAt
  const minutes = data?.realityMinutes ?? undefined
  const isDue = useRealityCheck((state) => state.isDue)
  const isFree = useRealityCheck(mayBeAsked)
  const isDeciding = useRealityCheck((state) => state.decisions > 0)
  const isAsked = useAlerts((state) => state.waiting.length > 0)
  useEffect(() => {
    if (startedAt === undefined || minutes === undefined || isDue) return
    const timer = setTimeout(beginRealityCheck, untilCheck(Date.parse(startedAt), minutes, serverNow()))
    return () => clearTimeout(timer)
  }, [startedAt, minutes, isDue])
  const { coolOff } = data ?? {}
  const offeredAt = coolOff?.offeredAt
  useEffect(() => {
    // Once per offer: automatic play waits for the answer.
    if (offeredAt !== undefined) beginRealityCheck()
  }, [offeredAt])
  useEffect(() => endRealityCheck, [])
  const terms = useUser()?.termsDue
  // The terms themselves are a help page.
  const isReading = screenAt(useLocation()[0])?.name === 'help'
  if (terms && !isAsked && !isReading) {
    return (
      <Suspense fallback={null}>
        <TermsDialog version={terms} />
      </Suspense>
    )
  }
  if (data?.risksDue && !isAsked && !isReading && !isDeciding) {
    return (
      <Suspense fallback={null}>
        <RisksDialog needsLimits={(data.needed ?? []).length > 0} />
      </Suspense>
    )
  }
  if (!isFree || isAsked) return null
  return (
    <Suspense fallback={null}>
      {coolOff ? <CoolOffDialog netLossCents={coolOff.netLossCents} /> : <RealityDialog />}
    </Suspense>
  )
}
