import { Button, Checkbox, HeroArt, Sheet } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { declineStartMask } from '../../../shared/start-mask.ts'
import { useText } from '../../../shared/text/text.ts'
import { PlannedMask } from './PlannedMask.tsx'

/** After a login, once per session: what operators planned, else the daily check-in. */
export function StartMask({ planned }: OverlayInputs['startMask']) {
  return planned ? <PlannedMask banner={planned} /> : <CheckInMask />
}

/** A full-page link to the daily check-in, which can be declined for the day. */
function CheckInMask() {
  const t = useText()
  const { money } = useFormat()
  const [declines, setDeclines] = useState(false)
  const { data: own } = useCall('GET /api/app/rewards/checkIn', { loading: false })
  const todays = own?.prizes.find(({ streakDay }) => streakDay === own.streakDay)
  const leave = (whereTo?: string) => {
    if (declines) declineStartMask()
    if (whereTo === undefined) closeOverlay()
    else go(whereTo)
  }
  return (
    <Sheet
      side="page"
      title={t('rewards.mask.title')}
      hideTitle
      closeLabel={t('app.close.label')}
      onClose={() => leave()}
    >
      <div className="grid min-h-full grid-cols-1 content-center gap-20 px-20 py-24 text-center">
        <button
          type="button"
          onClick={() => leave(hrefOf('signInSheet'))}
          className="grid frame-hover relative cursor-pointer gap-16 rounded-24"
        >
          <span className="block aspect-square overflow-hidden rounded-24">
            <HeroArt hero="medals" />
          </span>
          <span className="text-24 font-800 tracking-tighter text-balance">{t('rewards.mask.title')}</span>
          <span className="text-14 text-text-2">
            {todays
              ? t('rewards.mask.text', { amount: money(todays.amountCents) })
              : t('rewards.checkIn.rules')}
          </span>
        </button>
        <Button block onClick={() => leave(hrefOf('signInSheet'))}>
          {t('rewards.mask.action')}
        </Button>
        <div className="justify-self-center">
          <Checkbox checked={declines} onChange={(event) => setDeclines(event.target.checked)}>
            {t('rewards.mask.notToday')}
          </Checkbox>
        </div>
      </div>
    </Sheet>
  )
}
