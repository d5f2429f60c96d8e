import type { ReactNode } from 'react'
import { dayGroups, nearnessOf } from './day-groups.ts'
import { useFormat } from './format/use-format.ts'
import { useText } from './text/text.ts'

type Props<T> = { items: readonly T[]; row: (item: T) => ReactNode }

const nearTexts = { today: 'app.day.today', yesterday: 'app.day.yesterday' } as const

/** A newest-first list with a heading for each day. */
export function DayGroups<T extends { at: string }>({ items, row }: Props<T>) {
  const t = useText()
  const format = useFormat()
  return dayGroups(items).map(({ day, items: ofDay }) => {
    const nearness = nearnessOf(day)
    return (
      <section key={day} className="grid gap-8">
        <h2 className="px-4 text-12 font-700 text-text-2">
          {nearness === 'earlier' ? format.weekDay(day) : t(nearTexts[nearness])}
        </h2>
        <ul className="grid gap-8">{ofDay.map(row)}</ul>
      </section>
    )
  })
}
