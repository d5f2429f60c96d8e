import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { RoomState } from '../room/use-game-room.ts'
import { usePickName } from '../room/use-pick-name.ts'

/** All bets of this round, anonymously. */
export function AllBets({ room }: { room: RoomState }) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePickName()
  const bets = room.bets.filter(({ sharedRoundId }) => sharedRoundId === room.round?.sharedRoundId)
  if (bets.length === 0) return <p className="text-13 text-text-2">{t('rooms.page.nobody')}</p>
  return (
    <ul className="grid gap-4 text-13">
      {bets.map(({ who, pick, stakeCents }, at) => (
        // A player's bets differ only by position.
        <li key={`${who} ${at}`} className="flex justify-between rounded-11 bg-surface-1 px-12 py-8">
          <span>
            {who} · {nameOf(pick)}
          </span>
          <span className="text-text-2">{format.money(stakeCents)}</span>
        </li>
      ))}
    </ul>
  )
}
