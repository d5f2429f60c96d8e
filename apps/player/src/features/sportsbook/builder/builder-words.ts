import { marketName } from '@palpite/odds/market-words'
import type { text } from '../../../shared/text/text.ts'
import { pickName } from '../market-texts.ts'
import type { Selection } from '../slip-store.ts'

type Translate = typeof text

type Leg = Omit<Selection, 'outcomeId' | 'side'> & {
  home: string
  away: string
  side?: Selection['side'] | undefined
  selections?: readonly Omit<Selection, 'outcomeId'>[] | null | undefined
}

/** The pick; for a bet builder every selection with its question, because "yes" alone says nothing. */
export const legPick = (t: Translate, { selections, ...leg }: Leg): string =>
  selections ? selections.map((one) => wholePick(t, { ...leg, ...one })).join(' + ') : pickName(t, leg)

const wholePick = (t: Translate, leg: Omit<Leg, 'selections'>): string =>
  t('sportsbook.pick.aloneIn', {
    market: marketName(t, { ...leg, type: leg.marketType }),
    pick: pickName(t, leg),
  })

/** What is picked, where its market does not stand beside it: a "yes" with its question. */
export const lonePick = (t: Translate, leg: Leg): string =>
  !leg.selections && (leg.code === 'yes' || leg.code === 'no') ? wholePick(t, leg) : legPick(t, leg)

/** The question of a leg; or that it is a bet builder. */
export const legMarket = (t: Translate, { selections, ...leg }: Leg): string =>
  selections ? t('sportsbook.builder.title') : marketName(t, { ...leg, type: leg.marketType })
