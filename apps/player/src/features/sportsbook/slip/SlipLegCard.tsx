import { cx, Icon, IconButton, type MoneyEntry, StatusTag } from '@palpite/ui'
import { isLive } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { Spoken } from '../../../shared/Spoken.tsx'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { legMarket, legPick } from '../builder/builder-words.ts'
import { SelectionList } from '../builder/SelectionList.tsx'
import { matchName } from '../match-name.ts'
import { type Banker, BankerChoice } from './BankerChoice.tsx'
import { type SlipLeg, useSlip } from '../slip-store.ts'
import type { Conflict } from './combined-rules.ts'
import { type RequestState, usePlacing } from './place-slip.ts'
import type { LegView, StakedLeg } from './slip-rules.ts'
import { MinPrice } from './MinPrice.tsx'
import { useIsDocked } from './SlipFrame.tsx'
import { StakeField } from './StakeField.tsx'
import { Waiting } from './Waiting.tsx'

type Props = {
  staked: StakedLeg
  /** The only leg: its stake field is wide. */
  alone: boolean
  /** Quick stakes and keypad apply to this leg. */
  active: boolean
  entry: MoneyEntry
  onEntry: (entry: MoneyEntry) => void
  onActive: () => void
  onRemove: () => void
  keyboard: 'pad' | 'native'
  onEnter: (field: HTMLInputElement) => void
  /** For a multiple: the stake is shared. Whether another leg is of the same match. */
  combined?: { name: string; conflict: Conflict | undefined; banker: Banker | undefined } | undefined
}

const conflictTexts: Readonly<Record<Conflict, TextKey>> = {
  match: 'sportsbook.leg.conflict',
  league: 'sportsbook.leg.conflictLeague',
}

/** Why a multiple was refused, if it concerns this leg. */
const refusalOf = (state: RequestState | undefined, { outcomeId }: SlipLeg): string | undefined =>
  state?.kind === 'refused' && state.outcomeId === outcomeId ? state.message : undefined

/** A selection with its stake: pick, match state, old and new price. */
export function SlipLegCard(props: Props) {
  const { staked, alone, active, onActive, onRemove, combined } = props
  const t = useText()
  const isDocked = useIsDocked()
  const { view, isUnanswered } = staked
  const { leg, fixture } = view
  const name = combined?.name ?? leg.outcomeId
  const requestId = useSlip((slip) => slip.requests[name]?.requestId)
  const placing = usePlacing((state) => state.states[name]?.kind)
  const refused = usePlacing(({ states }) => (combined ? refusalOf(states[name], leg) : undefined))
  const sending = placing === 'sending' || placing === 'waiting'
  const busy = usePlacing((state) => state.busy)
  const pick = legPick(t, leg)
  const live = fixture !== undefined && isLive(fixture)
  return (
    <li
      data-live={live || undefined}
      data-active={(active && !alone && !combined) || undefined}
      className="relative grid gap-8 border-b border-line py-10 ps-12 last:border-b-0 before:absolute before:inset-y-12 before:start-0 before:w-3 before:rounded-full before:bg-surface-4 data-active:before:bg-brand-line data-live:before:bg-live"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6">
        <p className="flex flex-wrap items-center gap-x-8 gap-y-4 text-14 font-700 tracking-tight">
          {leg.selections ? t('sportsbook.builder.title') : pick}
          <ScoreTag view={view} />
          {leg.simulated && !isDocked && <SimulatedTag />}
          {combined?.conflict && (
            <StatusTag tone="warn" icon="warning-fill">
              {t(conflictTexts[combined.conflict])}
            </StatusTag>
          )}
        </p>
        <PriceNow view={view} />
        {sending ? (
          <span className="tap -my-8 grid place-items-center text-brand-text">
            <Icon name="spinner-gap-bold" className="spin size-24" />
          </span>
        ) : (
          <IconButton
            icon="x-bold"
            label={t('sportsbook.leg.remove', { pick })}
            disabled={isUnanswered || busy}
            onClick={onRemove}
            className="-my-8 [&_svg]:size-16"
          />
        )}
        {/* Below all three: beside the price a match would need another line. A column is too narrow for name and tag in one line. */}
        <p className="col-span-3 text-12 text-text-2">
          {leg.simulated && isDocked && (
            <span className="me-6">
              <SimulatedTag />
            </span>
          )}
          {!leg.selections && `${legMarket(t, leg)} · `}
          {matchName(t, leg)}
        </p>
      </div>
      {refused && (
        <p role="status" className="text-12 font-600 text-warn">
          {refused}
        </p>
      )}
      {leg.selections && <SelectionList of={leg} selections={leg.selections} />}
      {combined?.banker && <BankerChoice leg={leg} pick={pick} banker={combined.banker} disabled={busy} />}
      {/* For a multiple it is shown at the bet. */}
      {sending && (live || (placing === 'waiting' && !combined)) && <Waiting requestId={requestId} />}
      <MinPrice leg={leg} pick={pick} disabled={isUnanswered || busy} />
      {!combined && (
        <div onFocus={onActive}>
          <StakeField {...props} pick={pick} busy={busy} />
        </div>
      )}
    </li>
  )
}

/** The match's state, or why the leg is closed. */
function ScoreTag({ view: { status, fixture } }: { view: LegView }) {
  const t = useText()
  if (status === 'suspended') {
    return (
      <StatusTag tone="warn" icon="lock-key-fill">
        {t('sportsbook.leg.suspended')}
      </StatusTag>
    )
  }
  if (status === 'outdated') {
    return (
      <StatusTag tone="neutral" icon="lock-key-fill">
        {t('sportsbook.leg.outdated')}
      </StatusTag>
    )
  }
  if (status === 'closed') {
    return (
      <StatusTag tone="neutral" icon="prohibit-bold">
        {t('sportsbook.leg.closed')}
      </StatusTag>
    )
  }
  if (!fixture || !isLive(fixture)) return null
  const score = { home: fixture.homeScore ?? 0, away: fixture.awayScore ?? 0 }
  const minute = fixture.clock?.minute ?? null
  return (
    <StatusTag tone="loss">
      {minute === null ? t('sportsbook.leg.score', score) : t('sportsbook.leg.scoreAt', { ...score, minute })}
    </StatusTag>
  )
}

/** The current price; a different agreed one beside it, struck through. */
function PriceNow({ view: { leg, nowMilli, move, status } }: { view: LegView }) {
  const t = useText()
  const { price } = useFormat()
  return (
    <p className="flex items-baseline gap-6 text-18 font-800 tracking-tight roomy:flex-col roomy:items-end roomy:gap-0">
      {move && (
        <s className="text-13 font-500 text-text-2">
          <span className="sr-only">{t('sportsbook.leg.before')} </span>
          {price(leg.priceMilli)}
        </s>
      )}
      <span
        data-move={move}
        className={cx(
          'data-[move=down]:text-loss data-[move=up]:text-win',
          status === 'open' ? 'text-brand-text' : 'text-text-3',
        )}
      >
        <span className="sr-only">{t('sportsbook.leg.price')} </span>
        {price(nowMilli)}
      </span>
      <Spoken words={move ? `${legPick(t, leg)}: ${t('sportsbook.leg.price')} ${price(nowMilli)}` : ''} />
    </p>
  )
}
