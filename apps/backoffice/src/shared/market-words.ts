import { marketName } from '@palpite/odds/market-words'
import { useMemo } from 'react'
import { useFormat } from './format.ts'
import { useText } from './text.ts'

/** A market of the API, with its teams if known. */
export type MarketOfMatch = {
  type: string
  period: string
  side: string | null
  lineQuarters: number | null
  home?: string | null
  away?: string | null
}

/** A market in the players' words, with its line: "Gols de Bahia · 1º tempo · 1,5". A handicap is the home side's. */
export function useMarketWords(): (market: MarketOfMatch) => string {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () =>
      ({ side, home, away, ...market }) => {
        const name = marketName(t, {
          ...market,
          side: side === 'away' ? 'away' : 'home',
          home: home ?? t('market.side.home'),
          away: away ?? t('market.side.away'),
        })
        if (market.lineQuarters === null) return name
        const line = format.number(market.lineQuarters / 4)
        return `${name} · ${isStart(market.type) && market.lineQuarters > 0 ? '+' : ''}${line}`
      },
    [t, format],
  )
}

/** Whether the line is a signed handicap rather than a total. */
const isStart = (type: string): boolean => type.includes('handicap')
