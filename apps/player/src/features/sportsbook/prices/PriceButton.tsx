import { cx, Icon } from '@palpite/ui'
import { memo } from 'react'
import type { Fixture, Market, Outcome } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { legOf } from '../leg-of.ts'
import { toggleLeg, useSlip } from '../slip-store.ts'
import css from './PriceButton.module.css'
import { useMoveMark } from './use-move-mark.ts'

type Props = {
  fixture: Fixture
  market: Market
  outcome: Outcome
  /** The pick as a standalone phrase. */
  side: string
  /** Shown above the price if no column head says it. */
  label?: string | undefined
  /** The short sign before the price: 1, X, 2. Omitted at large text. */
  sign?: string | undefined
  /** Lower and smaller, for several markets in a row. */
  compact?: boolean | undefined
  /** The shown price is too old to bet on. */
  frozen?: boolean | undefined
  /** A tap's action instead of adding to the slip. */
  picking?: { chosen: boolean; toggle: () => void } | undefined
}

/** Whether the price is selectable. */
const statusOf = ({ market, outcome, frozen }: Pick<Props, 'market' | 'outcome' | 'frozen'>) => {
  if (frozen || market.status === 'suspended') return 'suspended'
  return market.status === 'open' ? outcome.status : 'closed'
}

/**
 * A selectable price. A tap toggles it on the slip. A tint and a corner show its last move; while unavailable it keeps
 * its size and says why.
 */
export const PriceButton = memo(function PriceButton(props: Props) {
  const { fixture, market, outcome, side, label, sign, compact, frozen, picking } = props
  const t = useText()
  const { price } = useFormat()
  const inSlip = useSlip(({ legs }) => legs.some((leg) => leg.outcomeId === outcome.outcomeId))
  const chosen = picking?.chosen ?? inSlip
  const node = useMoveMark<HTMLButtonElement>(outcome.priceMilli)
  const status = statusOf({ market, outcome, frozen })
  const isOpen = status === 'open'
  const shown = price(outcome.priceMilli)
  const names = {
    open: t('app.outcome.price', { side, price: shown }),
    suspended: t('app.outcome.suspended', { side }),
    closed: t('app.outcome.closed', { side }),
  }
  return (
    <button
      ref={node}
      type="button"
      aria-pressed={chosen}
      data-outcome={outcome.outcomeId}
      disabled={!isOpen && !chosen}
      data-locked={!isOpen || undefined}
      onClick={picking?.toggle ?? (() => toggleLeg(legOf(fixture, market, outcome)))}
      className={cx(
        'odds relative flex min-w-0 cursor-pointer touch-manipulation items-center overflow-hidden rounded-11 bg-odds-bg font-700 tracking-tight text-odds-text transition-colors duration-(--dur-2) select-none hover:bg-surface-4 active:translate-y-1 active:bg-surface-4 roomy:px-4',
        'aria-pressed:key-brand aria-pressed:focus-ink aria-pressed:font-800 aria-pressed:text-odds-sel-text',
        'disabled:cursor-not-allowed disabled:bg-surface-2 disabled:text-text-disabled',
        compact ? 'min-h-36 px-2 text-13' : 'finger-42 px-8 text-16',
        label !== undefined && (compact ? 'flex-col gap-0' : 'flex-col py-6'),
        isOpen && sign !== undefined ? 'justify-between gap-4 roomy:justify-center' : 'justify-center',
        css.price,
      )}
    >
      <span className="sr-only">{names[status]}</span>
      {label !== undefined && (
        <span
          aria-hidden="true"
          className={cx(
            'w-full text-center leading-tight font-500',
            compact
              ? 'truncate text-11 tracking-tight'
              : 'line-clamp-6 text-12 tracking-normal break-keep wrap-anywhere',
            chosen ? 'text-odds-sel-text' : isOpen ? 'text-text-2' : 'text-text-disabled',
          )}
        >
          {label}
        </span>
      )}
      {isOpen && sign !== undefined && (
        <span
          aria-hidden="true"
          className={cx('px-2 text-12 font-500 roomy:hidden', chosen ? 'text-odds-sel-text' : 'text-text-2')}
        >
          {sign}
        </span>
      )}
      {/* The price keeps its space under a lock: nothing moves when a match is suspended. */}
      <span aria-hidden="true" className="relative grid place-items-center">
        <span className={isOpen ? undefined : 'invisible'}>{shown}</span>
        {!isOpen && (
          <span className="absolute">
            {status === 'suspended' ? <Icon name="lock-key-fill" className="size-18" /> : '–'}
          </span>
        )}
      </span>
    </button>
  )
})
