import { Button, Icon, StatusTag } from '@palpite/ui'
import { useId, useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { openSupport } from '../../../shared/open-support.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { useText } from '../../../shared/text/text.ts'
import { legMarket, legPick, lonePick } from '../builder/builder-words.ts'
import { matchName } from '../match-name.ts'
import { betKind, parlayOdds, winLegs } from '../bet-kind.ts'
import { resultView } from '../result-views.ts'
import { replaceSlip } from '../slip-changes.ts'
import { BetAmounts } from './BetAmounts.tsx'
import { BetLeg } from './BetLeg.tsx'
import type { Bet } from './bet.ts'
import { ShareBetButton } from '../share/ShareBetButton.tsx'
import { LegRail } from './LegRail.tsx'
import { slipOfBet } from './legs-of-bet.ts'
import { PrintButton } from './PrintButton.tsx'
import { CashOut } from './CashOut.tsx'
import type { CashOutState } from './use-cash-outs.ts'

/** Results that need an explanation. */
const explained: Readonly<Record<number, TextKey>> = {
  [-1]: 'sportsbook.result.abnormalWhy',
  90: 'sportsbook.result.refundedWhy',
  11: 'sportsbook.result.halfLostWhy',
  21: 'sportsbook.result.halfWonWhy',
}

/** Result codes of wins (full and half), and of full losses. */
const wins: ReadonlySet<number> = new Set([10, 21])
const losses: ReadonlySet<number> = new Set([20, 4, -11])

type Props = { bet: Bet; cashOut?: CashOutState | undefined; isOpened?: boolean }

/** A bet as a ticket: state by bar, icon, word and amount. Expands to legs, time and number. */
export function BetCard({ bet, cashOut, isOpened = false }: Props) {
  const t = useText()
  const { money, price } = useFormat()
  const bodyId = useId()
  const [open, setOpen] = useState(isOpened)
  const view = resultView(bet.status, bet.result)
  const picked = winLegs(bet)
  const [first] = picked
  const why = bet.status === 'settled' ? explained[bet.result] : undefined
  return (
    <article
      data-tone={view.tone}
      aria-label={t('sportsbook.bet.number', { id: bet.betId })}
      className="hairline relative overflow-hidden rounded-18 bg-surface-1 before:absolute before:inset-y-0 before:start-0 before:w-4 before:bg-surface-4 data-[tone=info]:before:bg-info data-[tone=loss]:before:bg-loss data-[tone=warn]:before:bg-warn data-[tone=win]:before:bg-win"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
        className="grid w-full cursor-pointer touch-manipulation gap-8 rounded-18 p-12 ps-16 text-start hover:bg-surface-2"
      >
        <span className="flex items-start gap-8">
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-8">
            {/* Keyed by the result, so that the tag animates when it changes. */}
            <span key={view.text} className="pop inline-flex">
              <StatusTag tone={view.tone} icon={view.icon}>
                {t(view.text)}
              </StatusTag>
            </span>
            <span className="text-12 text-text-2">{betKind(t, bet)}</span>
            {bet.isFree && <StatusTag tone="info">{t('sportsbook.freeBet.name')}</StatusTag>}
            {bet.boost && <StatusTag tone="brand">{t('sportsbook.boost.name')}</StatusTag>}
            {bet.legs.some(({ simulated }) => simulated) && <SimulatedTag />}
          </span>
          <Icon
            name={open ? 'caret-up-bold' : 'caret-down-bold'}
            className="mt-4 size-14 shrink-0 text-text-2"
          />
        </span>
        {picked.length > 1 && (
          <span className="text-14 font-700 tracking-tight">
            {picked.map((leg) => lonePick(t, leg)).join(' · ')}
          </span>
        )}
        {picked.length > 1 && bet.status === 'open' && <LegRail legs={picked} />}
        {first && picked.length === 1 && (
          <span className="flex items-baseline gap-8">
            <span className="min-w-0 flex-1">
              <span className="block text-16 font-700 tracking-tight">{legPick(t, first)}</span>
              <span className="block text-12 text-text-2">
                {legMarket(t, first)} · {matchName(t, first)}
              </span>
            </span>
            <span className="text-16 font-800 text-brand-text">{price(first.priceMilli)}</span>
          </span>
        )}
        <span className="flex flex-wrap items-end justify-between gap-8 border-t border-dashed border-line-strong/50 pt-8">
          <Amount name={t('sportsbook.bet.stake')} value={money(bet.stakeCents)} />
          {bet.kind === 'parlay' && !bet.isEachWay && (
            <Amount name={t('sportsbook.combined.odds')} value={price(parlayOdds(picked))} />
          )}
          <Returned bet={bet} />
        </span>
      </button>
      {bet.status === 'open' && (
        <div className="px-12 pb-12 ps-16">
          <CashOut bet={bet} state={cashOut} />
        </div>
      )}
      <div id={bodyId} hidden={!open}>
        {open && (
          <div className="grid gap-8 border-t border-line p-12 ps-16">
            {why && <p className="text-12 text-text-2">{t(why)}</p>}
            {bet.legs.map((leg) => (
              <BetLeg
                key={leg.outcomeId}
                leg={leg}
                isOpen={bet.status === 'open'}
                isAlone={bet.legs.length === 1}
              />
            ))}
            {bet.sold && bet.status !== 'cashed_out' && (
              <p className="text-12 text-text-2">
                {t('sportsbook.cashOut.sold', {
                  stake: money(bet.sold.stakeCents),
                  paid: money(bet.sold.paidCents),
                })}
              </p>
            )}
            <BetAmounts bet={bet} />
            <div className="flex items-center gap-8">
              <Button kind="secondary" size="s" onClick={() => repeat(bet)}>
                {t('sportsbook.placed.repeat')}
              </Button>
              <PrintButton />
              {bet.status === 'open' && <ShareBetButton bet={bet} />}
            </div>
            <Button
              kind="ghost"
              size="s"
              onClick={() => openSupport({ about: { kind: 'bet', id: bet.betId } })}
            >
              {t('support.about.ask')}
            </Button>
          </div>
        )}
      </div>
    </article>
  )
}

/** Puts the selections into the slip again; the slip shows moved prices and closed markets. */
function repeat(bet: Bet): void {
  replaceSlip(slipOfBet(bet))
  openOverlay('slip')
}

function Amount({ name, value }: { name: string; value: string }) {
  return (
    <span className="text-12 text-text-2">
      {name}
      <span className="block text-14 font-700 text-text">{value}</span>
    </span>
  )
}

/** The amount: won, would have won, may return, or returned. */
function Returned({ bet }: { bet: Bet }) {
  const t = useText()
  const { money, signedMoney } = useFormat()
  const { status, result, potentialReturnCents } = bet
  const cents = bet.returnCents ?? 0
  if (status === 'open' || (status === 'settled' && cents === 0 && losses.has(result))) {
    const name = status === 'open' ? 'sportsbook.stake.return' : 'sportsbook.bet.wouldWin'
    return (
      <span className="text-end">
        <Amount name={t(name)} value={money(potentialReturnCents)} />
      </span>
    )
  }
  // A system may return less than its stake: no win, though a combination won.
  const hasWon = status === 'settled' && wins.has(result) && (bet.isFree || cents > bet.stakeCents)
  return (
    <span className="text-end text-12 text-text-2">
      {t(hasWon ? 'sportsbook.result.won' : 'sportsbook.bet.returned')}
      <span
        data-paid={hasWon || cents > bet.stakeCents || undefined}
        className="block text-16 font-800 text-text data-paid:text-win"
      >
        {/* A refunded stake is no gain, so it has no plus. */}
        {hasWon ? signedMoney(cents) : money(cents)}
      </span>
    </span>
  )
}
