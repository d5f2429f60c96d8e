import { Icon } from '@palpite/ui'
import { marketName } from '@palpite/odds/market-words'
import { useText } from '../../../shared/text/text.ts'
import { pickName } from '../market-texts.ts'
import { resultView } from '../result-views.ts'
import type { Selection } from '../slip-store.ts'

type Props = {
  of: { home: string; away: string }
  selections: readonly (Selection & { result?: number })[]
  /** Whether the selections' results may be shown. */
  isOpen?: boolean
}

/** A bet builder's selections, each with market and state. */
export function SelectionList({ of, selections, isOpen = true }: Props) {
  const t = useText()
  return (
    <ul className="grid gap-4">
      {selections.map(({ result = 0, ...one }) => {
        const view = resultView(isOpen && result === 0 ? 'open' : 'settled', result)
        return (
          <li key={one.outcomeId} data-tone={view.tone} className="group flex items-baseline gap-6 text-13">
            <Icon
              name={view.icon}
              className="size-14 shrink-0 translate-y-2 text-text-3 group-data-[tone=loss]:text-loss group-data-[tone=win]:text-win"
            />
            <span className="min-w-0 flex-1">
              <span className="font-600">{pickName(t, { ...of, ...one })}</span>
              <span className="text-text-2"> · {marketName(t, { ...of, ...one, type: one.marketType })}</span>
              {(result !== 0 || !isOpen) && <span className="sr-only"> · {t(view.text)}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
