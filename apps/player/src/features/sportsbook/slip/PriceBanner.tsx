import { Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { Spoken } from '../../../shared/Spoken.tsx'
import { useText } from '../../../shared/text/text.ts'
import type { LegView } from './slip-rules.ts'

/** Prices moved beyond the tolerance: from and to. The slip's button accepts them. */
export function PriceBanner({ views }: { views: readonly LegView[] }) {
  const t = useText()
  const { price } = useFormat()
  const moved = views.filter(({ mustAgree }) => mustAgree)
  const [first] = moved
  const isDown = moved.some(({ move, isBelowLeast }) => move === 'down' || isBelowLeast)
  const one = first && {
    what: t(
      first.isBelowLeast
        ? 'sportsbook.banner.below'
        : isDown
          ? 'sportsbook.banner.down'
          : 'sportsbook.banner.up',
    ),
    from: price((first.isBelowLeast && first.leg.minPriceMilli) || first.leg.priceMilli),
    to: price(first.nowMilli),
  }
  const words = moved.length > 1 ? t('sportsbook.banner.many', { count: moved.length }) : ''
  const said = one && !words ? `${one.what} ${one.from} ${t('sportsbook.banner.to')} ${one.to}` : words
  return (
    <>
      <Spoken words={said} />
      {one && (
        <div
          data-down={isDown || undefined}
          className="flex min-h-44 items-center gap-8 rounded-14 bg-win-tint px-12 py-6 text-13 text-text data-down:bg-loss-tint"
        >
          <Icon
            name={isDown ? 'trend-down-bold' : 'trend-up-bold'}
            className={isDown ? 'size-20 text-loss' : 'size-20 text-win'}
          />
          <p className="min-w-0 flex-1">
            {words || (
              <>
                {one.what}{' '}
                <span className="font-700 whitespace-nowrap">
                  {one.from}
                  <Icon name="arrow-right" className="mx-3 inline size-14 align-[-0.15em]" />
                  <span className="sr-only"> {t('sportsbook.banner.to')} </span>
                  {one.to}
                </span>
              </>
            )}
          </p>
        </div>
      )}
    </>
  )
}
