import { asksWhoOneIs } from '../../../shared/api/reaction.ts'
import { entryOfCents, type MoneyEntry, MoneyInput } from '@palpite/ui'
import { useEffect } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { isOwnLimit } from '../../../shared/own-limits.ts'
import { holdForDecision } from '../../../shared/reality-check.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { type RequestState, acceptOffer, usePlacing } from './place-slip.ts'
import { referBet } from './refer-bet.ts'
import { type BetOffer, offerView } from './refusal-detail.ts'
import { useSecondsTo } from './use-request.ts'
import {
  beyondReturn,
  brokenBound,
  type LegView,
  type StakedLeg,
  stakedReturn,
  unitsOf,
} from './slip-rules.ts'

type Props = {
  staked: StakedLeg
  alone: boolean
  pick: string
  entry: MoneyEntry
  onEntry: (entry: MoneyEntry) => void
  keyboard: 'pad' | 'native'
  /** Bets are in flight: the slip is fixed. */
  busy: boolean
  /** Enter in the field: to the next one, or the button. */
  onEnter: (field: HTMLInputElement) => void
}

/** A leg's stake and potential return in one row; below it the problem and its remedy. */
export function StakeField({ staked, alone, pick, entry, onEntry, keyboard, busy, onEnter }: Props) {
  const t = useText()
  const { money } = useFormat()
  const decimalMark = useDecimalMark()
  const { view, stakeCents, isUnanswered } = staked
  // A closed leg returns nothing, and an unknown price gives no figure.
  const isOpen = view.status === 'open' || view.status === 'suspended'
  const isKnown = isOpen && beyondReturn(staked) === undefined
  const label = alone ? t('sportsbook.stake.label') : t('sportsbook.stake.labelOf', { pick })
  return (
    <MoneyInput
      label={label}
      entry={isUnanswered ? entryOfCents(stakeCents / unitsOf(staked)) : entry}
      onEntry={onEntry}
      onEnter={onEnter}
      symbol={t('sportsbook.stake.symbol')}
      decimalMark={decimalMark}
      keyboard={keyboard}
      disabled={isUnanswered || busy}
      error={useStakeProblem(staked, busy, onEntry)}
      side={
        <p className="text-end text-12 text-text-2">
          {t('sportsbook.stake.return')}
          <span
            data-known={isKnown || undefined}
            className="block text-14 font-700 text-text-3 data-known:text-win"
          >
            {isKnown ? money(stakedReturn(staked)) : '–'}
          </span>
        </p>
      }
    />
  )
}

/** Why a stake is invalid, or the server's message, with a remedy; otherwise nothing. */
const useStakeProblem = (staked: StakedLeg, busy: boolean, onEntry: (entry: MoneyEntry) => void) => {
  const { view, stakeCents, bounds, isUnanswered } = staked
  const t = useText()
  const { money } = useFormat()
  const state = usePlacing(({ states }) => states[view.leg.outcomeId])
  if (busy) return undefined
  if (isUnanswered && state?.kind === 'waiting') return undefined
  if (isUnanswered) return <span>{t('sportsbook.stake.unanswered')}</span>
  const refusal = state?.kind === 'refused' && <Refusal name={view.leg.outcomeId} state={state} view={view} />
  const broken = brokenBound(stakeCents, bounds)
  const unitOf = ({ kind, cents }: NonNullable<typeof broken>) =>
    kind === 'least' ? Math.ceil(cents / unitsOf(staked)) : Math.floor(cents / unitsOf(staked))
  if (broken) {
    const amount = money(broken.cents)
    return (
      <>
        <span>
          {refusal && (
            <>
              <strong className="font-700">{t('sportsbook.stake.refused')}</strong>{' '}
            </>
          )}
          {broken.kind === 'least'
            ? t('sportsbook.stake.tooSmall', { amount })
            : t('sportsbook.stake.tooGreat', { amount })}
        </span>
        {broken.cents > 0 && <UseInstead stakeCents={unitOf(broken)} onEntry={onEntry} />}
        {broken.kind === 'most' && <Refer name={view.leg.outcomeId} state={state} />}
      </>
    )
  }
  const beyond = beyondReturn(staked)
  if (beyond) {
    return (
      <>
        <span>{t('sportsbook.stake.mostReturn', { amount: money(beyond.maxReturnCents) })}</span>
        <UseInstead stakeCents={Math.floor(beyond.maxStakeCents / unitsOf(staked))} onEntry={onEntry} />
      </>
    )
  }
  // Also shown where the match shows the problem: a price does not tell that no bet was placed.
  return refusal || undefined
}

type RefusalProps = { name: string; state: Extract<RequestState, { kind: 'refused' }>; view: LegView }

/** Asks a trader to accept a bet above the maximum stake, if one may. */
export function Refer({ name, state }: { name: string; state: RequestState | undefined }) {
  const t = useText()
  const referable = state?.kind === 'refused' ? state.referable : undefined
  if (!referable) return null
  return <Way onPress={() => void referBet({ name, ...referable })}>{t('sportsbook.refer.ask')}</Way>
}

/** States that no bet was placed, why, and the remedy. */
export function Refusal({ name, state, view }: RefusalProps) {
  const t = useText()
  const way = nextStepText(state.code, view)
  return (
    <>
      <span>
        <strong className="font-700">{t('sportsbook.stake.refused')}</strong> {state.message}
        {way && ` ${t(way)}`}
      </span>
      {state.offer && <Offer name={name} offer={state.offer} />}
      <Refer name={name} state={state} />
      {asksWhoOneIs(state.code) && <Way onPress={() => openOverlay('kyc', {})}>{t('app.kyc.action')}</Way>}
      {isOwnLimit(state.code) && (
        <Way onPress={() => openOverlay('limits')}>{t('sportsbook.stake.toLimits')}</Way>
      )}
    </>
  )
}

/** The remedy for a moved price or closed market, by the match's current state. */
const nextStepText = (code: string, { status, mustAgree }: LegView): TextKey | undefined => {
  if (code !== 'price_changed' && code !== 'market_closed') return undefined
  if (status === 'closed') return 'sportsbook.refused.closed'
  if (status === 'suspended') return 'sportsbook.refused.suspended'
  if (status === 'outdated') return undefined
  return mustAgree ? 'sportsbook.refused.agree' : 'sportsbook.refused.again'
}

type InsteadProps = { stakeCents: number; onEntry: (entry: MoneyEntry) => void }

function UseInstead({ stakeCents, onEntry }: InsteadProps) {
  const t = useText()
  const { money } = useFormat()
  return (
    <Way onPress={() => onEntry(entryOfCents(stakeCents))}>
      {t('sportsbook.stake.use', { amount: money(stakeCents) })}
    </Way>
  )
}

/** The house's offer, while it is valid. */
function Offer({ name, offer }: { name: string; offer: BetOffer }) {
  const t = useText()
  const { money, price } = useFormat()
  const seconds = useSecondsTo(offer.expiresAt)
  const isOpen = seconds !== 0
  useEffect(() => (isOpen ? holdForDecision() : undefined), [isOpen])
  if (seconds === 0) return null
  const { stakeCents, returnCents, oddsMilli } = offerView(offer)
  const shown = { amount: money(stakeCents), seconds: seconds ?? 0 }
  return (
    <Way onPress={() => void acceptOffer(name, offer)}>
      {oddsMilli === undefined
        ? t('sportsbook.offer.takeStake', { ...shown, returns: money(returnCents) })
        : t('sportsbook.offer.take', { ...shown, price: price(oddsMilli) })}
    </Way>
  )
}

function Way({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="tap-s cursor-pointer rounded-11 bg-surface-3 px-12 text-12 font-700 text-text hover:bg-surface-4 active:bg-surface-4"
    >
      {children}
    </button>
  )
}
