import { Button, Skeleton } from '@palpite/ui'
import { type ReactNode, useId, useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useShownAtOnce } from '../../../shared/use-first-focus.ts'
import { useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'
import type { Bet } from './bet.ts'
import type { CashOutTrigger, CashOutOffer, CashOutState } from './use-cash-outs.ts'
import { canEdit, editInSlip } from './edit-bet.ts'
import { CashOutTriggers } from './CashOutTriggers.tsx'
import { SetCashOutTrigger } from './SetCashOutTrigger.tsx'
import { CashOutTolerance } from './CashOutTolerance.tsx'
import {
  ALL_PERCENT,
  leastPercent,
  paidFor,
  partOfUnit,
  shownPercent,
  STEP_PERCENT,
} from './cash-out-parts.ts'
import { useCardFocus } from './use-card-focus.ts'
import { useSell } from './use-sell.ts'

/** Undefined until loaded. */
type Props = { bet: Bet; state: CashOutState | undefined }

/** Sells an open bet, whole or in part: the value is on the button, and a second press confirms. */
export function CashOut({ bet, state }: Props) {
  const t = useText()
  const { money } = useFormat()
  const [step, setStep] = useState<'untouched' | 'open' | 'closed'>('untouched')
  if (!state) return <Skeleton className="h-44 rounded-14" />
  const { offer, levels } = state
  if (!offer) {
    return (
      <div className="grid gap-8">
        <p className="text-center text-12 text-text-2">
          {t(bet.isFree ? 'sportsbook.cashOut.free' : 'sportsbook.cashOut.none')}
        </p>
        <CashOutTriggers levels={levels} />
      </div>
    )
  }
  if (step === 'open')
    return <Choice bet={bet} offer={offer} levels={levels} close={() => setStep('closed')} />
  return (
    <Offered takesFocus={step === 'closed'} open={() => setStep('open')}>
      {t('sportsbook.cashOut.button', { amount: money(offer.offerCents) })}
    </Offered>
  )
}

type OfferedProps = { takesFocus: boolean; open: () => void; children: ReactNode }

function Offered({ takesFocus, open, children }: OfferedProps) {
  return (
    <div ref={useCardFocus(takesFocus)}>
      <Button block kind="secondary" size="m" onClick={open}>
        {children}
      </Button>
    </div>
  )
}

type ChoiceProps = {
  bet: Bet
  offer: CashOutOffer
  levels: readonly CashOutTrigger[]
  close: () => void
}

function Choice({ bet, offer, levels, close }: ChoiceProps) {
  const t = useText()
  const { money } = useFormat()
  const rangeId = useId()
  const [chosen, choose] = useState(ALL_PERCENT)
  const { sell, isBusy, problem } = useSell(close)
  const soldUnitCents = Math.round(((bet.sold?.stakeCents ?? 0) * bet.unitStakeCents) / bet.stakeCents)
  const unitCents = bet.unitStakeCents - soldUnitCents
  // The offer changes while a part is selected: a valid part may become too small.
  const least = leastPercent(offer, unitCents)
  const percent = Math.max(chosen, least)
  const partCents = partOfUnit(unitCents, percent)
  const isWhole = partCents === unitCents
  const words = t('sportsbook.cashOut.partOf', { percent: shownPercent(unitCents, partCents) })
  const { ownLeftCents = 0, bonusLeftCents = 0 } = useUser()?.wagering ?? {}
  const isWagering = ownLeftCents + bonusLeftCents > 0
  const fairCents = paidFor(offer.fairCents, partCents, unitCents)
  const paidCents = isWhole ? offer.offerCents : paidFor(offer.offerCents, partCents, unitCents)
  return (
    <section
      ref={useCardFocus(true)}
      aria-label={t('sportsbook.cashOut.title')}
      className="grid gap-10 rounded-14 bg-surface-2 p-12"
    >
      <label htmlFor={rangeId} className="flex justify-between gap-8 text-12 text-text-2">
        {t('sportsbook.cashOut.part')}
        <span className="font-700 text-text">{words}</span>
      </label>
      <input
        id={rangeId}
        type="range"
        min={least}
        max={ALL_PERCENT}
        step={STEP_PERCENT}
        value={percent}
        disabled={isBusy || least === ALL_PERCENT}
        aria-valuetext={words}
        onChange={(event) => choose(Number(event.target.value))}
        className="tap w-full cursor-pointer accent-brand"
      />
      <p className="text-12 text-text-2">
        {t('sportsbook.cashOut.fair', {
          amount: money(fairCents),
          share: money(Math.max(0, fairCents - paidCents)),
        })}
      </p>
      {isWagering && <p className="text-12 text-text-2">{t('sportsbook.cashOut.countsNothing')}</p>}
      <CashOutTolerance disabled={isBusy} />
      <p role="alert" className="text-12 font-600 text-loss empty:hidden">
        {problem}
      </p>
      <div ref={useShownAtOnce()} className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
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
      <SetCashOutTrigger betId={bet.betId} levels={levels} />
    </section>
  )
}
