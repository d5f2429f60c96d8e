import type { text } from '../../../shared/text/text.ts'
import type { Channels } from '../../../shared/use-channels.ts'

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The support hours in words. */
export const hoursText = (t: typeof text, { fromMinute, toMinute }: Channels['hours']): string =>
  fromMinute === 0 && toMinute === 1440
    ? t('support.hours.always')
    : t('support.hours.between', { from: clockOf(fromMinute), to: clockOf(toMinute) })
