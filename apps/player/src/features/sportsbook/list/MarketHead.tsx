import { Icon } from '@palpite/ui'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { priceColumns } from './price-columns.ts'
import { type ShownMarket, shownMarkets } from './use-place.ts'

type Props = { shown: ShownMarket; onShow: (market: ShownMarket) => void }

const marketTexts: Readonly<Record<ShownMarket, TextKey>> = {
  winner: 'sportsbook.market.result',
  total: 'sportsbook.market.totalGoals',
}

const columns: Readonly<Record<ShownMarket, readonly TextKey[]>> = {
  winner: ['sportsbook.column.home', 'sportsbook.column.draw', 'sportsbook.column.away'],
  total: ['sportsbook.column.line', 'sportsbook.column.over', 'sportsbook.column.under'],
}

/** Which market the rows show, and the heads of its columns; stays in sight while the list is scrolled. */
export function MarketHead({ shown, onShow }: Props) {
  const t = useText()
  return (
    <div className="bar sticky top-56 z-29 flex items-center gap-8 px-12 pt-8 pb-6">
      <label className="relative flex min-h-40 min-w-0 items-center gap-4 rounded-11 bg-surface-2 ps-12 pe-10 text-13 font-700 focus-within:outline-2 focus-within:outline-focus light:bg-surface-3">
        <span className="sr-only">{t('sportsbook.market.label')}</span>
        <span aria-hidden="true" className="truncate">
          {t(marketTexts[shown])}
        </span>
        <Icon name="caret-down-bold" className="size-14 shrink-0" />
        {/* The system's own list of choices lies over the pill: it works everywhere, also in a narrow frame. */}
        <select
          value={shown}
          onChange={(event) => {
            const market = shownMarkets.find((each) => each === event.target.value)
            if (market) onShow(market)
          }}
          className="absolute inset-0 cursor-pointer appearance-none rounded-11 text-transparent outline-none"
        >
          {shownMarkets.map((market) => (
            <option key={market} value={market} className="bg-surface-1 text-text">
              {t(marketTexts[market])}
            </option>
          ))}
        </select>
      </label>
      <div
        aria-hidden="true"
        className={`${priceColumns} ms-auto pe-12 text-12 font-600 text-text-2 roomy:hidden`}
      >
        {columns[shown].map((column) => (
          <span key={column} className="text-center">
            {t(column)}
          </span>
        ))}
      </div>
    </div>
  )
}
