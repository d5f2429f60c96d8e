import { useMemo } from 'react'
import { useLook } from '../look.ts'
import { useLanguage, useText } from '../text/text.ts'
import {
  formatCount,
  formatMoney,
  formatMultiplier,
  formatPercent,
  formatPrice,
  formatRate,
  formatSignedMoney,
  formatUsdt,
} from './format.ts'
import {
  formatClock,
  formatDayTime,
  formatElapsed,
  formatKickOff,
  formatLongDayTime,
  formatStart,
  formatUnit,
  formatUnitName,
  formatWeekDay,
  formatWhen,
} from './time.ts'

/** The formats of `format.ts` and `time.ts` in the current language. */
export const useFormat = () => {
  const language = useLanguage()
  const odds = useLook((look) => look.odds)
  return useMemo(
    () => ({
      money: (cents: number) => formatMoney(cents, language),
      signedMoney: (cents: number) => formatSignedMoney(cents, language),
      price: (priceMilli: number) => formatPrice(priceMilli, language, odds),
      multiplier: (multiplierE4: number) => formatMultiplier(multiplierE4, language),
      usdt: (amount: number) => formatUsdt(amount, language),
      rate: (rate: number) => formatRate(rate, language),
      percent: (share: number, places?: number) => formatPercent(share, language, places),
      count: (count: number) => formatCount(count, language),
      when: (at: string | number) => formatWhen(at, language),
      longDayTime: (at: string | number) => formatLongDayTime(at, language),
      elapsed: (ms: number) => formatElapsed(ms, language),
      unit: (count: number, unit: Parameters<typeof formatUnit>[1]) => formatUnit(count, unit, language),
      unitName: (count: number, unit: Parameters<typeof formatUnitName>[1]) =>
        formatUnitName(count, unit, language),
      dayTime: (at: string | number) => formatDayTime(at, language),
      start: (match: Parameters<typeof formatStart>[0], written: Parameters<typeof formatStart>[1]) =>
        formatStart(match, written, language),
      kickOff: (at: string | number) => formatKickOff(at, language),
      weekDay: (at: string | number, timeZone?: string) => formatWeekDay(at, language, timeZone),
      clock: (at: string | number) => formatClock(at, language),
    }),
    [language, odds],
  )
}

/** A game's published return: a percentage, or a range if it depends on the choice. */
export const useReturnShare = () => {
  const t = useText()
  const { percent } = useFormat()
  return ({ returnToPlayer, returnBounds }: Returns): string =>
    returnBounds
      ? t('app.game.returnRange', {
          least: percent(returnBounds.least, 2),
          most: percent(returnBounds.most, 2),
        })
      : percent(returnToPlayer, 2)
}

type Returns = { returnToPlayer: number; returnBounds?: { least: number; most: number } | undefined }
