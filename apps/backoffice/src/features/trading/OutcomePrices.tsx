import { Icon } from '@palpite/ui'
import { useFormat } from '../../shared/format.ts'
import { type text, useText } from '../../shared/text.ts'
import type { TradedMarket } from './traded.ts'

/** A row fits no more: of an exact score or a race the first ones. */
const MAX_SHOWN = 6

/** A market's prices side by side; a closed one shows a lock. */
export function OutcomePrices({ market: { outcomes } }: { market: TradedMarket }) {
  const format = useFormat()
  const t = useText()
  return (
    <span className="flex gap-6">
      {outcomes.slice(0, MAX_SHOWN).map(({ outcomeId, code, name, priceMilli, status }) => (
        <span key={outcomeId} className="inline-flex min-h-28 items-center gap-6 rounded-8 bg-surface-2 px-8">
          <span className="max-w-100 truncate text-12 text-text-2">{labelOf(code, name, t)}</span>
          {status === 'open' ? (
            <b className="tabular-nums">{format.odds(priceMilli)}</b>
          ) : (
            <Icon name="lock-key-fill" className="size-14" />
          )}
        </span>
      ))}
      {outcomes.length > MAX_SHOWN && (
        <span className="self-center text-12 text-text-2">+{outcomes.length - MAX_SHOWN}</span>
      )}
    </span>
  )
}

/** The usual coupon signs: the title has the sides. */
const signs: Readonly<Record<string, string>> = { home: '1', draw: 'X', away: '2' }
const words = {
  over: 'trading.code.over',
  under: 'trading.code.under',
  yes: 'trading.code.yes',
  no: 'trading.code.no',
  odd: 'trading.code.odd',
  even: 'trading.code.even',
} as const

function labelOf(code: string, name: string | null, t: typeof text): string {
  const key = words[code as keyof typeof words]
  return signs[code] ?? (key ? t(key) : (name ?? code))
}
