import { doubleColour } from '@palpite/games'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { type OwnBet, sumsOf } from '../room/bets.ts'
import type { RoomState } from '../room/use-game-room.ts'
import { usePickName } from '../room/use-pick-name.ts'
import { ColourSign } from './ColourSign.tsx'

type Props = { room: RoomState; bets: readonly OwnBet[] }

/** The result by word and symbol, and the player's win or loss. Announced once, after the strip landed. */
export function DoubleResult({ room: { reported, isVoid }, bets }: Props) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePickName()
  const { stakeCents, netCents } = sumsOf(bets)
  const isSettled = bets.every(({ status }) => status !== 'open')
  return (
    <p role="status" className="min-h-24 text-center text-16 font-700" data-won={netCents > 0 || undefined}>
      {isVoid && t('rooms.result.refunded')}
      {reported !== undefined && (
        <>
          <ColourSign colour={doubleColour(reported)} /> {nameOf(doubleColour(reported))} {reported}
          {stakeCents > 0 && isSettled && (
            <span className={netCents > 0 ? 'text-win' : 'text-text-2'}>
              {' · '}
              {t('rooms.result.net', { amount: format.signedMoney(netCents) })}
            </span>
          )}
        </>
      )}
    </p>
  )
}
