import type { Glyph, Tone } from '@palpite/ui'
import { type GameRound, openOverlay } from '../../../shared/overlays.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { canVerify } from '../fairness/verify-round.ts'
import { isSharedBet, roomOfBet } from '../room/verify-draw.ts'

type View = { tone: Tone; icon: Glyph; text: TextKey }

const lost: View = { tone: 'loss', icon: 'x-circle-fill', text: 'games.records.lost' }

/** How each round result is displayed, by code. */
export const roundViews: Readonly<Record<GameRound['result'], View>> = {
  0: { tone: 'play', icon: 'clock', text: 'games.records.open' },
  [-10]: { tone: 'play', icon: 'clock', text: 'games.records.placed' },
  10: { tone: 'win', icon: 'check-circle-fill', text: 'games.records.won' },
  20: lost,
  4: lost,
  [-11]: lost,
  90: { tone: 'neutral', icon: 'arrow-u-up-left', text: 'games.records.refunded' },
  [-1]: { tone: 'warn', icon: 'warning-fill', text: 'games.records.abnormal' },
}

/** Opens the verification of this round: by seeds or by draw. */
export const verifyOf = (round: GameRound): (() => void) | undefined => {
  if (canVerify(round)) return () => openOverlay('fairness', { round })
  return isSharedBet(round) && round.draw
    ? () => openOverlay('roomChain', { room: roomOfBet(round), round })
    : undefined
}
