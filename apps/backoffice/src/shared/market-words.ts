import { marketName } from '@palpite/odds/market-words'
import { useMemo } from 'react'
import { useFormat } from './format.ts'
import { useText } from './text.ts'

/** A market as the API names it, with its teams where they are known. */
export type MarketOfMatch = {
  type: string
  period: string
  side: string | null
  lineQuarters: number | null
  home?: string | null
  away?: string | null
}

/** Says a market as players read it, with its line: "Gols de Bahia · 1º tempo · 1,5". A start is the home side's. */
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

/** Whether the line is a start for one side, which has a sign, and no number to be over or under. */
const isStart = (type: string): boolean => type.includes('handicap')
