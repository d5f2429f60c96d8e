import { useFormat } from './format/use-format.ts'
import type { Break } from './limits.ts'
import type { TextKey } from './text/keys.ts'
import { useText } from './text/text.ts'

/** The name of each blockable product. */
export const productTexts = {
  games: 'protection.product.games',
  sports: 'protection.product.sports',
  in_play: 'protection.product.inPlay',
} as const satisfies Record<NonNullable<Break['product']>, TextKey>

/** Describes a break and its end. */
export const useBreakText = () => {
  const t = useText()
  const { longDayTime } = useFormat()
  return ({ kind, product, endsAt }: Break): string => {
    const until = endsAt === null ? '' : longDayTime(endsAt)
    if (product !== null) {
      const name = t(productTexts[product])
      return endsAt === null
        ? t('protection.now.blockForever', { product: name })
        : t('protection.now.block', { product: name, until })
    }
    if (kind === 'impeded')
      return endsAt === null ? t('protection.now.impeded') : t('protection.now.impededUntil', { until })
    if (kind === 'time_out') return t('protection.now.timeOut', { until })
    return endsAt === null ? t('protection.now.exclusionForever') : t('protection.now.exclusion', { until })
  }
}
