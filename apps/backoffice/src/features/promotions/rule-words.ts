import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import type { Kind, Rule } from './promotion.ts'

/** What a rule brings: money, or a share of what friends stake. */
export function useAmountWords(kind: Kind): (rule: Rule | undefined) => string {
  const format = useFormat()
  return (rule) => {
    if (rule === undefined) return '–'
    return kind === 'commission' ? format.percent(rule.amount) : format.money(rule.amount)
  }
}

/** Where a rule stands: the day, the level, or how many friends it asks for. */
export function usePlaceWords(kind: Kind): (rule: Rule) => string {
  const t = useText()
  return ({ place, goal }) => {
    if (kind === 'ladder') return t('promotions.place.friends', { count: goal })
    return t(kind === 'check_in' ? 'promotions.place.day' : 'promotions.place.level', { place })
  }
}
