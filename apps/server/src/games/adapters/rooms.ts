import type { GameCode } from '@palpite/contract'

/** A room of a shared game: whose draws they are, and how long each part of a round lasts. */
export type Room = {
  readonly game: GameCode
  /** Bets are taken. */
  readonly openMs: number
  /** Closed, and not drawn yet. */
  readonly closedMs: number
  /** Drawn, and shown: returns are paid at its end, when every client shows what was drawn. */
  readonly shownMs: number
  /** Until the next round opens. */
  readonly restMs: number
}

const lucky = (seconds: number): Room => ({
  game: 'luckyColor',
  openMs: (seconds - 8) * 1000,
  closedMs: 2000,
  shownMs: 3000,
  restMs: 3000,
})

/** Every room, by the name that rounds and messages carry. */
export const rooms = {
  double: { game: 'double', openMs: 20_000, closedMs: 1000, shownMs: 5000, restMs: 4000 },
  'luckyColor:30': lucky(30),
  'luckyColor:60': lucky(60),
  'luckyColor:180': lucky(180),
  'luckyColor:300': lucky(300),
} as const satisfies Record<string, Room>

export type RoomName = keyof typeof rooms
