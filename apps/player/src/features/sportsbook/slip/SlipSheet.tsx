import { Button, Empty, entryOfCents, IconButton, type MoneyEntry } from '@palpite/ui'
import { useEffect, useRef, useState } from 'react'
import { BreakNotice } from '../../../shared/BreakNotice.tsx'
import { centsOf } from '../../../shared/format/format.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'
import { removeLegs, useSlip } from '../slip-store.ts'
import { agreeToPrices, enterStake, restoreLegs } from '../slip-changes.ts'
import { QuickBetRule } from '../quick/QuickBetRule.tsx'
import { ShareButton } from '../share/ShareButton.tsx'
import { AcceptRule } from './AcceptRule.tsx'
import { BoostLine, BoostTerms } from './BoostLine.tsx'
import { boostOfSingle } from './boost-rules.ts'
import type { Banker } from './BankerChoice.tsx'
import { FreeBets } from './FreeBets.tsx'
import { focusNextStake } from './focus-next-stake.ts'
import { type CombinedBet, nextCombinedStep } from './combined-rules.ts'
import { CombinedStake } from './CombinedStake.tsx'
import { EachWay } from './EachWay.tsx'
import { Folds } from './Folds.tsx'
import { Modes } from './Modes.tsx'
import { clearReceipts, forget, placeCombined, placeSlip, usePlacing } from './place-slip.ts'
import { PriceBoost } from './PriceBoost.tsx'
import { PriceBanner } from './PriceBanner.tsx'
import { Receipts } from './Receipts.tsx'
import { SlipButton } from './SlipButton.tsx'
import { SlipFrame, useIsDocked } from './SlipFrame.tsx'
import { SlipLegCard } from './SlipLegCard.tsx'
import {
  type LegView,
  maxStake,
  nextStep,
  productOf,
  type StakedLeg,
  totalStake,
  unitsOf,
} from './slip-rules.ts'
import { StakePad } from './StakePad.tsx'
import { UndoLine } from './UndoLine.tsx'
import { readMaxStake } from './read-max-stake.ts'
import { usePendingBets } from './use-pending-bets.ts'
import { useBoosts } from './use-boosts.ts'
import { useCombinedBet } from './use-combined-bet.ts'
import { useFocusOnPage } from './use-focus-on-page.ts'
import { useOwnPad } from './use-own-pad.ts'
import { usePadIsOpen } from './use-pad-is-open.ts'
import { useSlipLegs } from './use-slip-legs.ts'
import { useUndo } from './use-undo.ts'
import { useUndoReplaced } from './use-undo-replaced.ts'
import { SlipShares, WageringLine } from './WageringLine.tsx'

/** The bet slip: singles or one multiple; one button sends it. */
export function SlipSheet() {
  const t = useText()
  const legs = useSlipLegs()
  const receipts = usePlacing((state) => state.receipts)
  const undo = useUndo()
  useUndoReplaced(undo.offerUndo)
  useEffect(() => clearReceipts, [])
  useFocusOnPage()
  usePendingBets()

  const remove = (outcomeIds: readonly string[]) => {
    const { legs: before, entries, mode } = useSlip.getState()
    removeLegs(outcomeIds)
    for (const name of [...outcomeIds, 'parlay', 'system']) forget(name)
    undo.offerUndo({
      label: t('sportsbook.slip.removed', { count: outcomeIds.length }),
      undo: () => restoreLegs({ legs: before, entries, mode }),
    })
  }

  if (legs.length > 0) return <FullSlip legs={legs} remove={remove} undo={undo} />
  if (receipts.length > 0) return <Receipts receipts={receipts} />
  return (
    <SlipFrame title={t('sportsbook.slip.title')}>
      <Empty
        icon="ticket-duotone"
        title={t('sportsbook.slip.empty')}
        text={t('sportsbook.slip.emptyText')}
        action={
          <Button size="m" onClick={() => go(hrefOf('footballPage'))}>
            {t('sportsbook.slip.toLive')}
          </Button>
        }
      />
      <UndoLine undo={undo} />
    </SlipFrame>
  )
}

type FullProps = {
  legs: readonly StakedLeg[]
  remove: (outcomeIds: readonly string[]) => void
  undo: ReturnType<typeof useUndo>
}

function FullSlip({ legs, remove, undo }: FullProps) {
  const t = useText()
  const entries = useSlip((slip) => slip.entries)
  const isLoggedIn = useIsLoggedIn()
  const combined = useCombinedBet(legs)
  const { busy, receipts, states } = usePlacing()
  const user = useUser()
  const balanceCents = centsOf(user?.balance ?? 0)
  const [chosenId, setChosenId] = useState<string>()
  const active = legs.find(({ view }) => view.leg.outcomeId === chosenId) ?? legs[0]
  const activeId = combined?.mode ?? active?.view.leg.outcomeId ?? ''
  const player = { isLoggedIn, balanceCents }
  const isWaiting = Object.values(states).some(({ kind }) => kind === 'waiting')
  const step = isWaiting
    ? ({ kind: 'waiting' } as const)
    : combined
      ? nextCombinedStep(combined, player)
      : nextStep(legs, player)
  const place = () => (combined ? placeTogether(combined) : placeEach(legs))
  const isDocked = useIsDocked()
  const ownPad = useOwnPad() && !isDocked
  const selections = useRef<HTMLDivElement>(null)
  const isPadOpen = usePadIsOpen(selections)
  const boosts = useBoosts()

  const enter = (outcomeId: string, entry: MoneyEntry) => {
    enterStake(outcomeId, entry)
    forget(outcomeId)
  }
  const enterMax = async () => {
    const before = entries[activeId] ?? ''
    const most = combined ? balanceCents : maxStake(legs, activeId, balanceCents)
    const views = combined?.views ?? (active ? [active.view] : [])
    const units = combined ? Math.max(1, combined.combinations) : active ? unitsOf(active) : 1
    const isEachWay = combined?.isEachWay ?? active?.isEachWay ?? false
    const priceBoostId = combined ? undefined : boostOfSingle(legs, boosts)?.boost.boostId
    const taken = await readMaxStake({
      views,
      folds: combined?.folds,
      bankers: combined?.bankers,
      isEachWay,
      priceBoostId,
    })
    enter(activeId, entryOfCents(Math.floor(Math.min(most, taken) / units)))
    undo.offerUndo({ label: t('sportsbook.stake.mostEntered'), undo: () => enter(activeId, before) })
  }

  return (
    <SlipFrame
      title={t('sportsbook.slip.title')}
      count={legs.length}
      aside={
        <>
          <BalanceBeside />
          <ShareButton />
          <IconButton
            icon="trash-simple"
            label={t('sportsbook.slip.clear')}
            disabled={busy}
            onClick={() => remove(legs.map(({ view }) => view.leg.outcomeId))}
          />
        </>
      }
      footer={
        <div className="grid gap-8">
          <UndoLine undo={undo} />
          <BoostLine combined={combined} />
          {/* The column of a desk scrolls its selections: what counts stands where it is decided. */}
          {isDocked && <WageringLine legs={legs} combined={combined} isBrief />}
          {combined && (
            <CombinedStake
              bet={combined}
              entry={entries[combined.mode] ?? ''}
              onEntry={(entry) => enter(combined.mode, entry)}
              keyboard={ownPad ? 'pad' : 'native'}
              busy={busy}
              onEnter={focusNextStake}
            />
          )}
          <StakePad
            entry={entries[activeId] ?? ''}
            onEntry={(entry) => enter(activeId, entry)}
            onMost={balanceCents > 0 ? () => void enterMax() : undefined}
            disabled={busy || (combined ?? active)?.isUnanswered === true}
            withPad={ownPad && isPadOpen}
          />
          <div data-onward>
            <SlipButton
              step={step}
              stakeCents={combined?.stakeCents ?? totalStake(legs)}
              place={place}
              agree={() => agree(legs)}
              remove={remove}
            />
          </div>
        </div>
      }
    >
      <div ref={selections} className="grid gap-8 px-12">
        {/* At large text there is no room beside the title. */}
        <div className="hidden roomy:block">
          <Balance />
        </div>
        <BreakNotice what={productOf(legs)} />
        {receipts.length > 0 && (
          <p role="status" className="rounded-14 bg-win-tint px-12 py-10 text-13 font-600 text-win">
            {t('sportsbook.placed.toast', { count: receipts.length })}
          </p>
        )}
        {legs.length > 1 && <Modes views={legs.map(({ view }) => view)} disabled={busy} />}
        <EachWay legs={legs} combined={combined} disabled={busy} />
        {combined?.mode === 'system' && <Folds bet={combined} disabled={busy || combined.isUnanswered} />}
        {legs.length > 1 && !combined && (
          <p className="px-4 text-12 text-text-2">{t('sportsbook.slip.each', { count: legs.length })}</p>
        )}
        <ul className="grid">
          {legs.map((staked) => (
            <SlipLegCard
              key={staked.view.leg.outcomeId}
              staked={staked}
              alone={legs.length === 1}
              active={staked === active}
              entry={entries[staked.view.leg.outcomeId] ?? ''}
              onEntry={(entry) => enter(staked.view.leg.outcomeId, entry)}
              onActive={() => setChosenId(staked.view.leg.outcomeId)}
              onRemove={() => remove([staked.view.leg.outcomeId])}
              keyboard={ownPad ? 'pad' : 'native'}
              onEnter={focusNextStake}
              combined={combined && partOf(staked.view, combined)}
            />
          ))}
        </ul>
        <BoostTerms combined={combined} />
        {!combined && <PriceBoost legs={legs} balanceCents={balanceCents} />}
        <FreeBets legs={legs} combined={combined} />
        {isDocked ? <SlipShares /> : <WageringLine legs={legs} combined={combined} />}
        <PriceBanner views={legs.filter(({ isUnanswered }) => !isUnanswered).map(({ view }) => view)} />
        <AcceptRule />
        <QuickBetRule />
        <div className="px-4">
          <HelpArticle slug={articleOf(legs)} />
        </div>
      </div>
    </SlipFrame>
  )
}

/** The rules for what is in the slip. */
const articleOf = (legs: readonly StakedLeg[]): string =>
  legs.every(({ view }) => view.leg.marketType.startsWith('football.')) ? 'football' : 'sports'

/** Accepts the current prices; refusals at the old ones are cleared. */
const agree = (legs: readonly StakedLeg[]): void => {
  const moved = legs.filter(({ view, isUnanswered }) => view.mustAgree && !isUnanswered)
  agreeToPrices(Object.fromEntries(moved.map(({ view }) => [view.leg.outcomeId, view.nowMilli])))
  for (const { view } of moved) forget(view.leg.outcomeId)
}

const placeEach = (legs: readonly StakedLeg[]) =>
  void placeSlip(
    legs
      .filter(({ stakeCents }) => stakeCents > 0)
      .map((staked) => ({
        leg: staked.view.leg,
        unitStakeCents: staked.stakeCents / unitsOf(staked),
        ...(staked.isEachWay && staked.view.place ? { places: [staked.view.place] } : {}),
      })),
  )

const placeTogether = ({ mode, views, folds, bankers, unitStakeCents, isEachWay }: CombinedBet) =>
  void placeCombined(mode, {
    legs: views.map(({ leg }) => leg),
    folds,
    bankers,
    unitStakeCents,
    ...(isEachWay ? { places: views.flatMap(({ place }) => place ?? []) } : {}),
  })

/** A selection's state within a multiple. */
const partOf = (view: LegView, combined: CombinedBet) => ({
  name: combined.mode,
  conflict: combined.conflicts.get(view.leg.outcomeId),
  banker: bankerOf(view, combined),
})

/** Whether a selection is or may become a banker: something must be left to combine. */
const bankerOf = (
  { leg }: LegView,
  { mode, bankers, views, isUnanswered }: CombinedBet,
): Banker | undefined => {
  if (mode !== 'system') return undefined
  const isOn = bankers.has(leg.outcomeId)
  return { isOn, isFixed: isUnanswered || (!isOn && bankers.size + 1 >= views.length) }
}

/** The balance beside the title; none in the column of a desktop, whose bar shows it always. */
function BalanceBeside() {
  return (
    !useIsDocked() && (
      <div className="roomy:hidden">
        <Balance />
      </div>
    )
  )
}

function Balance() {
  const t = useText()
  const { money } = useFormat()
  const isLoggedIn = useIsLoggedIn()
  const user = useUser()
  if (!isLoggedIn || !user) return null
  return (
    <p className="text-end text-12 text-text-2">
      {t('app.wallet.balance')}{' '}
      <span className="block text-13 font-700 text-text roomy:inline">{money(centsOf(user.balance))}</span>
    </p>
  )
}
