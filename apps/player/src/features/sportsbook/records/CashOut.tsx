import { Button } from '@palpite/ui'
import { useId, useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Bet } from './bet.ts'
import type { CashOutOffer } from './use-cash-outs.ts'
import { canEdit, editInSlip } from './edit-bet.ts'
import { CashOutLevel } from './CashOutLevel.tsx'
import { useSell } from './use-sell.ts'

type Props = { bet: Bet; offer: CashOutOffer | undefined }

const allPercent = 100
const stepPercent = 5

/** Sells an open bet back, all of it or a part: its value now on the button, and nothing sold before a second press. */
export function CashOut({ bet, offer }: Props) {
  const t = useText()
  const { money } = useFormat()
  const [isOpen, setOpen] = useState(false)
  if (!offer) {
    return <p className="text-center text-12 text-text-2">{t('sportsbook.cashOut.none')}</p>
  }
  if (!isOpen) {
    return (
      <Button block kind="secondary" size="m" onClick={() => setOpen(true)}>
        {t('sportsbook.cashOut.button', { amount: money(offer.offerCents) })}
      </Button>
    )
  }
  return <Choice bet={bet} offer={offer} close={() => setOpen(false)} />
}

function Choice({ bet, offer, close }: { bet: Bet; offer: CashOutOffer; close: () => void }) {
  const t = useText()
  const { money } = useFormat()
  const rangeId = useId()
  const [percent, setPercent] = useState(allPercent)
  const { sell, isBusy, problem } = useSell(close)
  const unitCents = bet.unitStakeCents - (bet.sold?.stakeCents ?? 0) * (bet.unitStakeCents / bet.stakeCents)
  const partCents = Math.max(1, Math.round((unitCents * percent) / allPercent))
  const isWhole = percent === allPercent
  const fairCents = Math.floor((offer.fairCents * partCents) / unitCents)
  const paidCents = isWhole ? offer.offerCents : Math.floor((offer.offerCents * partCents) / unitCents)
  return (
    <section aria-label={t('sportsbook.cashOut.title')} className="grid gap-10 rounded-14 bg-surface-2 p-12">
      <label htmlFor={rangeId} className="flex justify-between gap-8 text-12 text-text-2">
        {t('sportsbook.cashOut.part')}
        <span className="font-700 text-text">{t('sportsbook.cashOut.partOf', { percent })}</span>
      </label>
      <input
        id={rangeId}
        type="range"
        min={stepPercent}
        max={allPercent}
        step={stepPercent}
        value={percent}
        disabled={isBusy}
        aria-valuetext={t('sportsbook.cashOut.partOf', { percent })}
        onChange={(event) => setPercent(Number(event.target.value))}
        className="tap w-full cursor-pointer accent-brand"
      />
      <p className="text-12 text-text-2">{t('sportsbook.cashOut.fair', { amount: money(fairCents) })}</p>
      <CashOutLevel offer={offer} />
      <p role="alert" className="text-12 font-600 text-loss empty:hidden">
        {problem}
      </p>
      <div className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
        <Button kind="ghost" size="m" disabled={isBusy} onClick={close}>
          {t('sportsbook.cashOut.back')}
        </Button>
        <Button size="m" busy={isBusy} onClick={() => sell(offer.quoteId, isWhole ? undefined : partCents)}>
          {t('sportsbook.cashOut.confirm', { amount: money(paidCents) })}
        </Button>
      </div>
      {isWhole && canEdit(bet) && (
        <Button
          kind="secondary"
          size="m"
          disabled={isBusy}
          onClick={() => sell(offer.quoteId, undefined, (paid) => editInSlip(bet, paid))}
        >
          {t('sportsbook.cashOut.edit')}
        </Button>
      )}
    </section>
  )
}
