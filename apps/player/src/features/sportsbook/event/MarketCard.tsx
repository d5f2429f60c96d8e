import { Icon, IconButton } from '@palpite/ui'
import { marketName } from '@palpite/odds/market-words'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Fixture } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { pickName } from '../market-texts.ts'
import { PriceChart } from '../prices/PriceChart.tsx'
import { mainLineFirst, type MarketGroup } from './market-groups.ts'
import { EarlyPayoutNote } from './EarlyPayoutNote.tsx'
import { MarketLine } from './MarketLine.tsx'
import { togglePin } from './pinned-markets.ts'

type Props = {
  fixture: Fixture
  group: MarketGroup
  pinned: boolean
  startsOpen: boolean
  /** The main line comes first. */
  isLed?: boolean
  /** Shows only the first lines, the others on request. */
  short?: boolean
  frozen: boolean
}

/** This many lines show the expectation; a goals market has a dozen. */
const shortLines = 3

/** A market with all its lines; foldable, pinnable, with price charts. */
export function MarketCard({
  fixture,
  pinned,
  startsOpen,
  isLed = false,
  short = false,
  frozen,
  ...given
}: Props) {
  const t = useText()
  const group = useLed(given.group, isLed)
  const bodyId = useId()
  const [open, setOpen] = useState(startsOpen)
  const [charted, setCharted] = useState(false)
  const [isWhole, setIsWhole] = useState(!short)
  const lines = isWhole ? group.markets : group.markets.slice(0, shortLines)
  const [first] = group.markets
  const isTotals = first?.outcomes.some(({ code }) => code === 'over') ?? false
  const name = marketName(t, { ...fixture, ...group, lineQuarters: first?.lineQuarters ?? null })
  /** The button disappears, so a keyboard user gets the first new line focused. */
  const showWhole = () => {
    const prices = () => document.querySelectorAll<HTMLElement>(`#${CSS.escape(bodyId)} button[data-outcome]`)
    const shown = prices().length
    flushSync(() => setIsWhole(true))
    prices()[shown]?.focus()
  }
  return (
    <section className="hairline break-inside-avoid rounded-18 bg-surface-1">
      <div className="flex items-center pe-4">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => setOpen(!open)}
            className="flex finger-46 w-full cursor-pointer touch-manipulation items-center gap-8 rounded-18 ps-12 text-start text-14 font-700 tracking-tight hover:bg-surface-2"
          >
            <span className="flex-1">{name}</span>
            <Icon name={open ? 'caret-up-bold' : 'caret-down-bold'} className="size-16 text-text-2" />
          </button>
        </h2>
        {open && (
          <IconButton
            icon="chart-line-up"
            aria-pressed={charted}
            className="text-text-2 aria-pressed:text-brand-text [&_svg]:size-18"
            label={t('sportsbook.chart.show', { market: name })}
            onClick={() => setCharted(!charted)}
          />
        )}
        <IconButton
          icon={pinned ? 'push-pin-fill' : 'push-pin'}
          aria-pressed={pinned}
          className="text-text-2 aria-pressed:text-brand-text [&_svg]:size-18"
          label={t('sportsbook.pin.button', { market: name })}
          onClick={() => togglePin(group.key)}
        />
      </div>
      <div id={bodyId} hidden={!open} className="grid gap-6 px-12 pb-12">
        <EarlyPayoutNote fixture={fixture} type={group.type} period={group.period} />
        {isTotals && (
          <div
            aria-hidden="true"
            className="grid grid-cols-[52fr_124fr_124fr] gap-6 roomy:grid-cols-[86fr_107fr_107fr] text-center text-12 font-600 text-text-2"
          >
            <span>{t('sportsbook.column.line')}</span>
            <span>{t('sportsbook.column.over')}</span>
            <span>{t('sportsbook.column.under')}</span>
          </div>
        )}
        {open &&
          lines.map((market) => (
            <MarketLine
              key={market.marketId}
              fixture={fixture}
              market={market}
              isEnded={group.isEnded}
              frozen={frozen}
            />
          ))}
        {open && lines.length < group.markets.length && (
          <button
            type="button"
            onClick={showWhole}
            className="flex finger-44 cursor-pointer touch-manipulation items-center justify-center gap-6 rounded-11 text-13 font-600 text-text-2 hover:bg-surface-2 hover:text-text"
          >
            {t('sportsbook.event.moreLines')}
            <Icon name="caret-down-bold" className="size-14" />
          </button>
        )}
        {charted && (
          <ul className="grid gap-4 pt-4">
            {group.markets.flatMap((market) =>
              market.outcomes.map((outcome) => (
                <PriceChart
                  key={outcome.outcomeId}
                  outcomeId={outcome.outcomeId}
                  priceMilli={outcome.priceMilli}
                  label={pickName(t, { ...fixture, ...market, ...outcome })}
                />
              )),
            )}
          </ul>
        )}
      </div>
    </section>
  )
}

/** A card with its leading line: the same one until it closes. */
const useLed = (group: MarketGroup, isLed: boolean): MarketGroup => {
  const [lead, setLead] = useState<string>()
  if (!isLed) return group
  const led = mainLineFirst(group, lead)
  const first = led === group ? lead : led.markets[0]?.marketId
  if (first !== lead) setLead(first)
  return led
}
