import { Button, Icon, useModal } from '@palpite/ui'
import { useEffect, useId, useRef } from 'react'
import { refreshCalls } from '../shared/api/use-call.ts'
import { useFormat } from '../shared/format/use-format.ts'
import { useLimitsNow } from '../shared/limits.ts'
import { logOut } from '../shared/log-out.ts'
import { go } from '../shared/navigation.ts'
import { openOverlay } from '../shared/overlays.ts'
import { hrefOf } from '../shared/paths.ts'
import { answerRealityCheck, requestBreak } from '../shared/reality-check.ts'
import { serverNow } from '../shared/server-clock.ts'
import { useText } from '../shared/text/text.ts'
import { useUser } from '../shared/use-user.ts'

/** The time and result of this session, with the player's options. Esc continues. */
export function RealityDialog() {
  const t = useText()
  const format = useFormat()
  const titleId = useId()
  const dialog = useModal({ onCancel: answerRealityCheck })
  const { data } = useLimitsNow()
  useResultOfNow()
  const session = data?.session
  const time = session ? format.elapsed(serverNow() - Date.parse(session.startedAt)) : ''
  const leaveFor = (next: () => void) => () => {
    answerRealityCheck()
    next()
  }
  const takeBreak = () => {
    requestBreak()
    openOverlay('limits', { part: 'breaks' })
  }
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby={titleId} className="alert z-70">
      <div className="grid justify-items-center gap-10 text-center">
        <Icon name="clock" className="size-40 text-info" />
        <h2 id={titleId} className="text-18 font-800 tracking-tighter text-balance">
          {t('protection.reality.heading', { time })}
        </h2>
        {session && (
          <p className="text-14 text-text-2">
            {t('protection.session.net')}
            <span className="block text-24 font-800 tracking-tighter text-text">
              {format.signedMoney(session.netResultCents)}
            </span>
          </p>
        )}
      </div>
      <div className="mt-18 grid gap-8">
        <Button block autoFocus onClick={answerRealityCheck}>
          {t('protection.reality.goOn')}
        </Button>
        <Button kind="secondary" block onClick={takeBreak}>
          {t('protection.reality.pause')}
        </Button>
        <Button kind="secondary" block onClick={leaveFor(() => go(hrefOf('registros')))}>
          {t('protection.reality.history')}
        </Button>
        <Button kind="ghost" block onClick={leaveFor(() => void logOut())}>
          {t('app.account.logOut')}
        </Button>
      </div>
    </dialog>
  )
}

/** Reloads on each balance change: a round may end or a bet settle under the dialog. */
function useResultOfNow(): void {
  const version = useUser()?.balanceVersion
  const asked = useRef(version)
  useEffect(() => {
    if (version === asked.current) return
    asked.current = version
    void refreshCalls('GET /api/app/protection/limits')
  }, [version])
}
