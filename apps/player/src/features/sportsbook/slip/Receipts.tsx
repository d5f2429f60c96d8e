import { Button, entryOfCents, Icon, StatusTag } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { useText } from '../../../shared/text/text.ts'
import { legMarket, legPick } from '../builder/builder-words.ts'
import { matchName } from '../match-name.ts'
import { betKind, parlayOdds } from '../bet-kind.ts'
import { promisesOf } from '../promises-of.ts'
import { type SlipLeg } from '../slip-store.ts'
import { restoreLegs } from '../slip-changes.ts'
import { BoostedPrice } from '../prices/BoostedPrice.tsx'
import { PrintButton } from '../records/PrintButton.tsx'
import { ShareBetButton } from '../share/ShareBetButton.tsx'
import { clearReceipts, type PlacedBet } from './place-slip.ts'
import css from './Receipts.module.css'
import { SlipFrame } from './SlipFrame.tsx'
import { CopyText } from '../../../shared/CopyText.tsx'

type Receipt = { bet: PlacedBet; legs: readonly SlipLeg[] }

/** The bets just placed, as tickets with numbers. */
export function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
  const t = useText()
  const repeat = () => {
    restoreLegs({
      legs: receipts.flatMap(({ bet, legs }) =>
        legs.map((leg, at) => ({ ...leg, priceMilli: bet.legs[at]?.priceMilli ?? leg.priceMilli })),
      ),
      entries: Object.fromEntries(
        receipts.map(({ bet, legs }) => [nameOf(bet, legs), entryOfCents(bet.unitStakeCents)]),
      ),
    })
    clearReceipts()
  }
  return (
    <SlipFrame
      title={t('sportsbook.placed.title', { count: receipts.length })}
      onDone={clearReceipts}
      footer={
        <div className="grid grid-cols-2 gap-8 roomy:grid-cols-1 wide:grid-cols-1">
          <Button kind="secondary" onClick={repeat}>
            {t('sportsbook.placed.repeat')}
          </Button>
          <Button onClick={() => go(hrefOf('registros'))}>{t('sportsbook.placed.see')}</Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-12 px-12 pt-4">
        <p role="status" className="flex items-center justify-center gap-8 text-14 font-600 text-win">
          <Icon name="check-circle-fill" className="pop size-24" />
          {t('sportsbook.placed.done')}
        </p>
        {receipts.map(({ bet }) => (
          <Ticket key={bet.betId} bet={bet} />
        ))}
      </div>
    </SlipFrame>
  )
}

/** The stake's key in the slip. */
const nameOf = ({ kind }: PlacedBet, legs: readonly SlipLeg[]): string =>
  kind === 'single' ? (legs[0]?.outcomeId ?? '') : kind

function Ticket({ bet }: { bet: PlacedBet }) {
  const t = useText()
  const { money, price, dayTime, start, percent } = useFormat()
  const row = (name: string, value: string) => (
    <div key={name} className="flex justify-between gap-8">
      <dt className="text-text-2">{name}</dt>
      <dd className="font-700">{value}</dd>
    </div>
  )
  return (
    <article
      aria-label={t('sportsbook.bet.number', { id: bet.betId })}
      className={`${css.ticket} bg-surface-2 px-16 pt-14 pb-20`}
    >
      {bet.legs.map((leg) => (
        <div key={leg.outcomeId} className="mb-8 flex items-center gap-8 last-of-type:mb-0">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-8 gap-y-4 text-16 font-700 tracking-tight">
              {legPick(t, leg)}
              {leg.isBanker && <StatusTag tone="neutral">{t('sportsbook.leg.banker')}</StatusTag>}
              {leg.simulated && <SimulatedTag />}
            </p>
            <p className="text-12 text-text-2">
              {legMarket(t, leg)} · {matchName(t, leg)}
            </p>
            <p className="text-12 text-text-2">
              {t('sportsbook.leg.startsAt')} <time dateTime={leg.startsAt}>{start(leg, 'kickOff')}</time>
            </p>
          </div>
          {bet.boost?.plainPriceMilli ? (
            <BoostedPrice plainMilli={bet.boost.plainPriceMilli} boostedMilli={leg.priceMilli} />
          ) : (
            <p className="text-20 font-800 text-brand-text">{price(leg.priceMilli)}</p>
          )}
        </div>
      ))}
      <dl className={`${css.torn} mt-12 grid gap-6 pt-12 text-13`}>
        {(bet.kind !== 'single' || bet.isEachWay) && row(t('sportsbook.bet.kind'), betKind(t, bet))}
        {bet.kind === 'parlay' &&
          !bet.isEachWay &&
          row(t('sportsbook.combined.odds'), price(parlayOdds(bet.legs)))}
        {row(t(bet.isFree ? 'sportsbook.freeBet.name' : 'sportsbook.bet.stake'), money(bet.stakeCents))}
        {bet.boost &&
          row(
            t('sportsbook.boost.name'),
            `+${percent(bet.boost.bps / 10_000)} · ${money(bet.boost.addsCents)}`,
          )}
        {promisesOf(t, money, bet).map(({ name, value }) => row(name, value))}
        {row(t('sportsbook.stake.return'), money(bet.potentialReturnCents))}
        {row(t('sportsbook.bet.time'), dayTime(bet.placedAt))}
      </dl>
      <p className="mt-4 flex flex-wrap items-center justify-end text-12 text-text-2">
        <span className="grow">{t('sportsbook.bet.number', { id: bet.betId })}</span>
        <span className="flex">
          <PrintButton />
          <ShareBetButton bet={bet} />
          <CopyText bare text={bet.betId} label={t('sportsbook.bet.copy')} />
        </span>
      </p>
    </article>
  )
}
