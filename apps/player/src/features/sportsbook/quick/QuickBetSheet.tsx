import { Button, entryCents, Sheet } from '@palpite/ui'
import { marketName } from '@palpite/odds/market-words'
import { useFormat } from '../../../shared/format/use-format.ts'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { closeOverlay, openOverlay } from '../../../shared/overlays.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { pickName } from '../market-texts.ts'
import { matchName } from '../match-name.ts'
import { placeSlip } from '../slip/place-slip.ts'
import { useSlipLegs } from '../slip/use-slip-legs.ts'
import { resetMode } from '../slip-choices.ts'
import { removeLegs } from '../slip-store.ts'
import { useQuickBet } from './quick-bet.ts'

type Props = { outcomeId: string; wasInSlip: boolean }

/** Confirms the quick stake on one price and places it; the slip shows the result. */
export function QuickBetSheet({ outcomeId, wasInSlip }: Props) {
  const t = useText()
  const { money, price } = useFormat()
  const isLoggedIn = useIsLoggedIn()
  const stakeCents = useQuickBet((state) => entryCents(state.entry))
  const staked = useSlipLegs().find(({ view }) => view.leg.outcomeId === outcomeId)
  const leave = () => {
    if (!wasInSlip) removeLegs([outcomeId])
    closeOverlay()
  }
  if (!staked) return null
  const { leg, nowMilli, status } = staked.view
  const place = () => {
    resetMode()
    openOverlay('slip')
    void placeSlip([{ leg: { ...leg, priceMilli: nowMilli }, unitStakeCents: stakeCents }])
  }
  return (
    <Sheet
      title={t('sportsbook.quick.title')}
      closeLabel={t('app.close.label')}
      onClose={leave}
      footer={
        isLoggedIn ? (
          <Button
            block
            disabled={status !== 'open' || stakeCents === 0 || staked.isUnanswered}
            onClick={place}
          >
            {t('sportsbook.quick.place', { amount: money(stakeCents), price: price(nowMilli) })}
          </Button>
        ) : (
          <Button block onClick={() => openOverlay('login', { tab: 'login', next: 'slip' })}>
            {t('sportsbook.place.login')}
          </Button>
        )
      }
    >
      <div className="px-16 pb-8">
        <p className="flex flex-wrap items-center gap-x-8 gap-y-4 text-18 font-700 tracking-tight">
          {pickName(t, leg)}
          {leg.simulated && <SimulatedTag />}
        </p>
        <p className="text-13 text-text-2">
          {marketName(t, { ...leg, type: leg.marketType })} · {matchName(t, leg)}
        </p>
      </div>
    </Sheet>
  )
}
