import { Chip } from '@palpite/ui'
import { useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { Row } from '../../../shared/row/Row.tsx'
import { useText } from '../../../shared/text/text.ts'
import type { League } from './leagues.ts'
import { type Place, weekDays } from './use-place.ts'
import { houseZone, noonOf, weekDayOf } from './week-days.ts'

type Props = {
  place: Place
  goTo: (change: Partial<Place>) => void
  leagues: readonly League[] | undefined
}

/** The weekdays after tomorrow, one selected. On a phone they are among the filters. */
export function WeekDays({ place, goTo, leagues }: Props) {
  const t = useText()
  const { weekDay } = useFormat()
  const [now] = useState(() => Date.now())
  const first = leagues?.[0]?.fixtures[0]
  const chosen = place.day ?? (first && weekDayOf(first.startsAt, now))
  return (
    <Row label={t('sportsbook.when.days')}>
      <div className="no-bar flex gap-6 overflow-x-auto scroll-px-12 pt-8">
        {weekDays.map((day) => (
          <Chip key={day} chosen={day === chosen} onClick={() => goTo({ day })}>
            {weekDay(noonOf(day, now), houseZone)}
          </Chip>
        ))}
      </div>
    </Row>
  )
}
