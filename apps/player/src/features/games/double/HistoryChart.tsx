import { doubleColour } from '@palpite/games'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { RoomState } from '../room/use-game-room.ts'
import { usePickName } from '../room/use-pick-name.ts'
import { ColourSign } from './ColourSign.tsx'
import { colours } from './colours.ts'

const lanes = { red: 8, white: 24, black: 40 } as const
const fills = { red: 'fill-live', white: 'fill-brand', black: 'fill-text-2' } as const

/** The last hundred rounds, oldest first, each on its colour's line; and each colour's count. */
export function HistoryChart({ history }: Pick<RoomState, 'history'>) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePickName()
  const drawn = history
    .flatMap(({ outcome }) => (outcome === null ? [] : [doubleColour(outcome)]))
    .toReversed()
  if (drawn.length === 0) return <p className="text-13 text-text-2">{t('rooms.page.noHistory')}</p>
  return (
    <div className="grid gap-8 rounded-18 bg-surface-1 p-12">
      <svg viewBox="0 0 400 48" aria-hidden="true" className="w-full">
        {drawn.map((colour, at) => (
          <circle
            // Past rounds never move, so the index is a key.
            key={at}
            cx={2 + (at + 100 - drawn.length) * 4}
            cy={lanes[colour]}
            r="1.8"
            className={fills[colour]}
          />
        ))}
      </svg>
      <ul className="grid gap-4 text-13">
        {colours.map(({ colour }) => {
          const count = drawn.filter((each) => each === colour).length
          return (
            <li key={colour} className="flex justify-between">
              <span>
                <ColourSign colour={colour} /> {nameOf(colour)}
              </span>
              <span className="text-text-2">
                {t('rooms.chart.count', {
                  count,
                  of: drawn.length,
                  share: format.percent(count / drawn.length),
                })}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
