import { Button, Empty, entryOfCents, IconButton, type MoneyEntry } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { centsOf } from '../../../shared/format/format.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'
import { enterStake, removeLegs, restoreLegs, useSlip } from '../slip-store.ts'
import { AcceptRule } from './AcceptRule.tsx'
import { goOnward } from './go-onward.ts'
import { clearReceipts, forget, usePlacing } from './place-slip.ts'
import { PriceBanner } from './PriceBanner.tsx'
import { Receipts } from './Receipts.tsx'
import { SlipButton } from './SlipButton.tsx'
import { SlipFrame, useIsDocked } from './SlipFrame.tsx'
import { SlipLegCard } from './SlipLegCard.tsx'
import { maxStake, type StakedLeg } from './slip-rules.ts'
import { StakePad } from './StakePad.tsx'
import { UndoLine } from './UndoLine.tsx'
import { useFocusOnPage } from './use-focus-on-page.ts'
import { useOwnPad } from './use-own-pad.ts'
import { useSlipLegs } from './use-slip-legs.ts'
import { useUndo } from './use-undo.ts'

/** The bet slip: each selection is a bet of its own, with its own stake; one button sends them all. */
export function SlipSheet() {
  const t = useText()
  const legs = useSlipLegs()
  const receipts = usePlacing((state) => state.receipts)
  const undo = useUndo()
  useEffect(() => clearReceipts, [])
  useFocusOnPage()

  const remove = (outcomeIds: readonly string[]) => {
    const { legs: before, entries } = useSlip.getState()
    removeLegs(outcomeIds)
    for (const outcomeId of outcomeIds) forget(outcomeId)
    undo.offerUndo({
      label: t('sportsbook.slip.removed', { count: outcomeIds.length }),
      undo: () => restoreLegs({ legs: before, entries }),
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
  const { busy, receipts } = usePlacing()
  const user = useUser()
  const balanceCents = centsOf(user?.balance ?? 0)
  const [chosenId, setChosenId] = useState<string>()
  const active = legs.find(({ view }) => view.leg.outcomeId === chosenId) ?? legs[0]
  const activeId = active?.view.leg.outcomeId ?? ''
  const isDocked = useIsDocked()
  const ownPad = useOwnPad() && !isDocked

  const enter = (outcomeId: string, entry: MoneyEntry) => {
    enterStake(outcomeId, entry)
    forget(outcomeId)
  }
  const enterMax = () => {
    const before = entries[activeId] ?? ''
    enter(activeId, entryOfCents(maxStake(legs, activeId, balanceCents)))
    undo.offerUndo({ label: t('sportsbook.stake.mostEntered'), undo: () => enter(activeId, before) })
  }

  return (
    <SlipFrame
      title={t('sportsbook.slip.title')}
      aside={
        <>
          <div className="roomy:hidden">
            <Balance />
          </div>
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
          <StakePad
            entry={entries[activeId] ?? ''}
            onEntry={(entry) => enter(activeId, entry)}
            onMost={balanceCents > 0 ? enterMax : undefined}
            disabled={busy || active?.isUnanswered === true}
            withPad={ownPad}
          />
          <div data-onward>
            <SlipButton legs={legs} balanceCents={balanceCents} remove={remove} />
          </div>
        </div>
      }
    >
      <div className="grid gap-8 px-12">
        {/* Beside the title there is no room for it in large text. */}
        <div className="hidden roomy:block">
          <Balance />
        </div>
        {receipts.length > 0 && (
          <p role="status" className="rounded-14 bg-win-tint px-12 py-10 text-13 font-600 text-win">
            {t('sportsbook.placed.toast', { count: receipts.length })}
          </p>
        )}
        {legs.length > 1 && (
          <p className="px-4 text-12 text-text-2">
            <span className="font-700 text-text">{t('sportsbook.slip.singles')}</span> ·{' '}
            {t('sportsbook.slip.each', { count: legs.length })}
          </p>
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
              onEnter={goOnward}
            />
          ))}
        </ul>
        <PriceBanner views={legs.filter(({ isUnanswered }) => !isUnanswered).map(({ view }) => view)} />
        <AcceptRule />
      </div>
    </SlipFrame>
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
