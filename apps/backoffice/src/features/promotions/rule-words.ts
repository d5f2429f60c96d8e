import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import { isShare, type Kind, type Rule } from './promotion.ts'

/** The value of a rule in words: money, a share of friends' stakes or of a price, or the gifts of a package. */
export function useAmountWords(kind: Kind): (rule: Rule | undefined) => string {
  const t = useText()
  const format = useFormat()
  return (rule) => {
    if (rule === undefined) return '–'
    if (kind === 'packages') {
      const [first, later] = [format.money(rule.first ?? 0), format.money(rule.amount)]
      return t('promotions.package.gifts', { first, later })
    }
    return isShare(kind) ? format.percent(rule.amount) : format.money(rule.amount)
  }
}

/** The place of a rule in words: the day, the level, the number of friends, or the price. */
export function usePlaceWords(kind: Kind): (rule: Rule) => string {
  const t = useText()
  const format = useFormat()
  return ({ place, goal }) => {
    if (kind === 'packages' || kind === 'discounts') return format.money(goal)
    if (kind === 'ladder') return t('promotions.place.friends', { count: goal })
    return t(kind === 'check_in' ? 'promotions.place.day' : 'promotions.place.level', { place })
  }
}
