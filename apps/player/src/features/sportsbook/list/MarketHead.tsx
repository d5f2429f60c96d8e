import { Icon } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { marketName } from '../market-texts.ts'
import { columnHeads } from './column-heads.ts'
import type { ListMarket } from './list-markets.ts'
import { priceColumns } from './price-columns.ts'

type Props = { markets: readonly ListMarket[]; shown: ListMarket; onShow: (key: string) => void }

/** Which market the rows show, and the heads of its columns; stays in sight while the list is scrolled. */
export function MarketHead({ markets, shown, onShow }: Props) {
  const t = useText()
  const heads = columnHeads(shown)
  return (
    <div className="bar sticky lying:static top-56 z-29 flex items-center gap-8 px-12 pt-8 pb-6 wide:hidden">
      <label className="relative flex min-h-(--tap) min-w-0 items-center gap-4 rounded-11 bg-surface-2 ps-12 pe-10 text-13 font-700 focus-within:outline-2 focus-within:outline-focus light:bg-surface-3">
        <span className="sr-only">{t('sportsbook.market.label')}</span>
        <span aria-hidden="true" className="line-clamp-2 leading-tight">
          {marketName(t, shown)}
        </span>
        <Icon name="caret-down-bold" className="size-14 shrink-0" />
        {/* The system's own list of choices lies over the pill: it works everywhere, also in a narrow frame. */}
        <select
          value={shown.key}
          onChange={(event) => onShow(event.target.value)}
          className="absolute inset-0 cursor-pointer appearance-none rounded-11 text-transparent outline-none"
        >
          {markets.map((market) => (
            <option key={market.key} value={market.key} className="bg-surface-1 text-text">
              {marketName(t, market)}
            </option>
          ))}
        </select>
      </label>
      <div
        aria-hidden="true"
        className={`${priceColumns(heads.length)} ms-auto pe-12 text-12 font-600 text-text-2 roomy:hidden`}
      >
        {heads.map((head) => (
          <span key={head} className="text-center">
            {t(head)}
          </span>
        ))}
      </div>
    </div>
  )
}
