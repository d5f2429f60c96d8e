import { Button, Icon, useModal } from '@palpite/ui'
import { useId } from 'react'
import { api } from '../shared/api/api.ts'
import { refreshCalls } from '../shared/api/use-call.ts'
import { useFormat } from '../shared/format/use-format.ts'
import { openOverlay } from '../shared/overlays.ts'
import { answerRealityCheck, requestBreak } from '../shared/reality-check.ts'
import { useText } from '../shared/text/text.ts'

type Props = { netLossCents: number }

/** Offers a pause after a big loss of the day. The player may always continue; Esc continues too. */
export function CoolOffDialog({ netLossCents }: Props) {
  const t = useText()
  const { money } = useFormat()
  const titleId = useId()
  const goOn = () => {
    answerRealityCheck()
    void noteAnswer()
  }
  const dialog = useModal({ onCancel: goOn })
  const takeBreak = () => {
    requestBreak()
    void noteAnswer()
    openOverlay('limits', { part: 'breaks' })
  }
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby={titleId} className="alert z-70">
      <div className="grid justify-items-center gap-10 text-center">
        <Icon name="clock" className="size-40 text-info" />
        <h2 id={titleId} className="text-18 font-800 tracking-tighter text-balance">
          {t('protection.coolOff.title')}
        </h2>
        <p className="text-14 text-text-2">{t('protection.coolOff.text', { loss: money(netLossCents) })}</p>
      </div>
      <div className="mt-18 grid gap-8">
        <Button block autoFocus onClick={takeBreak}>
          {t('protection.reality.pause')}
        </Button>
        <Button kind="ghost" block onClick={goOn}>
          {t('protection.coolOff.goOn')}
        </Button>
      </div>
    </dialog>
  )
}

/** If recording the answer fails, the offer returns on the next page; no error is shown. */
async function noteAnswer(): Promise<void> {
  try {
    await api('POST /api/app/protection/coolOff', { loading: false, inline: true })
  } catch {
    return // it is offered again, which is harmless
  }
  await refreshCalls('GET /api/app/protection/limits')
}
