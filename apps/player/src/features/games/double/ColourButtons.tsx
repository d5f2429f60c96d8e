import { cx } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Board } from '../room/RoomTable.tsx'
import type { RoomState } from '../room/use-game-room.ts'
import { usePickName } from '../room/use-pick-name.ts'
import { ColourSign } from './ColourSign.tsx'
import { colours } from './colours.ts'
import css from './Double.module.css'

type Props = Board & { room: RoomState }

/** The three colours with payout, total bets and the player's bets. */
export function ColourButtons({ room, own: mine, isDisabled, onPick, isChosen }: Props) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePickName()
  const stakes = room.taking?.stakes ?? []
  return (
    <div role="group" aria-label={t('rooms.bet.on')} className="grid grid-cols-3 roomy:grid-cols-1 gap-8">
      {colours.map(({ colour, pays }) => {
        const own = mine.get(colour) ?? 0
        const total = stakes.find(({ pick }) => pick === colour)?.cents ?? 0
        return (
          <button
            key={colour}
            type="button"
            data-colour={colour}
            disabled={isDisabled}
            aria-pressed={isChosen(colour)}
            onClick={() => onPick(colour)}
            className={cx(
              css.colour,
              'hairline frame-hover relative grid min-h-84 cursor-pointer touch-manipulation content-center justify-items-center gap-2 rounded-14 p-6 text-center active:translate-y-1 aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-brand-text',
            )}
          >
            <span className="text-14 font-700">
              <ColourSign colour={colour} /> {nameOf(colour)}
            </span>
            <span className="text-20 font-800">{pays / 100}×</span>
            <span className="text-11">{t('rooms.page.total', { amount: format.money(total) })}</span>
            {own > 0 && (
              <span className="text-12 font-700">{t('rooms.page.own', { amount: format.money(own) })}</span>
            )}
          </button>
        )
      })}
    </div>
  )
}
