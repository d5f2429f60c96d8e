import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { RoomState } from '../room/use-game-room.ts'
import { usePickName } from '../room/use-pick-name.ts'
import { ColourSign } from './ColourSign.tsx'
import { colours } from './colours.ts'

/** Who bets on which colour, anonymously. */
export function Players({ room }: { room: RoomState }) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePickName()
  const bets = room.bets.filter(({ sharedRoundId }) => sharedRoundId === room.round?.sharedRoundId)
  return (
    <div className="grid grid-cols-3 roomy:grid-cols-1 wide:grid-cols-1 gap-8">
      {colours.map(({ colour }) => (
        <section
          key={colour}
          aria-label={nameOf(colour)}
          className="min-w-0 rounded-11 bg-surface-1 p-8 text-12"
        >
          <h2 className="font-700">
            <ColourSign colour={colour} /> {nameOf(colour)}
          </h2>
          <ul className="grid gap-4 pt-4 text-text-2">
            {bets
              .filter(({ pick }) => pick === colour)
              .map(({ who, stakeCents }, at) => (
                // A player's bets differ only by position.
                <li key={`${who} ${at}`} className="flex flex-wrap justify-between gap-x-4">
                  <span>{who}</span>
                  <span>{format.money(stakeCents)}</span>
                </li>
              ))}
            {!bets.some(({ pick }) => pick === colour) && <li>{t('rooms.page.nobody')}</li>}
          </ul>
        </section>
      ))}
    </div>
  )
}
