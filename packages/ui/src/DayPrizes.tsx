import { cx } from './cx.ts'
import { Icon } from './icons/Icon.tsx'

type Day = { day: number; name: string; amount: string; isReached?: boolean; isToday?: boolean }
type Props = {
  days: readonly Day[]
  /** Rendered in a phone frame, whatever the window's width. */
  isPhone?: boolean
}

/** A streak's days with prizes; reached ones have a tick, today's is highlighted. */
export function DayPrizes({ days, isPhone = false }: Props) {
  return (
    <ol className={cx('grid grid-cols-4 gap-8 roomy:grid-cols-2', !isPhone && 'wide:grid-cols-7')}>
      {days.map(({ day, name, amount, isReached = false, isToday = false }, at) => (
        <li
          key={day}
          aria-current={isToday ? 'date' : undefined}
          className={cx(
            'grid min-h-84 content-center justify-items-center gap-4 rounded-14 p-6 text-center',
            at === days.length - 1 && days.length % 4 !== 0 && 'col-span-2',
            !isPhone && 'wide:col-span-1',
            isReached ? 'bg-win-tint' : 'bg-surface-1',
            isToday && 'outline-2 outline-brand-line',
          )}
        >
          <span className="text-12 text-text-2">{name}</span>
          <Icon
            name={isReached ? 'check-circle-fill' : 'coins-duotone'}
            className={cx('size-24', isReached ? 'text-win' : 'text-brand-text')}
          />
          <span className="text-13 font-700">{amount}</span>
        </li>
      ))}
    </ol>
  )
}
