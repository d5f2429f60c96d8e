import type { AttackedApp } from './attacked-app.ts'
import type { AttackingPlayer } from './players.ts'
import { type Asked, insist } from './request.ts'

/** A round as answered to its player. */
export type OwnRound = { roundId: string; status: string; payoutCents: number }

export type PacedGame = 'mines' | 'rowDouble'

/** A valid choice for each game. */
export const CHOICES = {
  dice: { direction: 'over', targetHundredths: 5050 },
  limbo: { targetHundredths: 200 },
  mines: { mineCount: 3 },
  rowDouble: { difficulty: 'easy' },
  double: { colour: 'red' },
  luckyColor: { room: '300', pick: 'green' },
} as const

export type Game = keyof typeof CHOICES

/** A player's bet on a game; `own` overrides valid fields. */
export const betOn = (
  { deps }: AttackedApp,
  { token }: Pick<AttackingPlayer, 'token'>,
  game: Game,
  own: Record<string, unknown> = {},
): Asked => ({
  path: `/api/app/games/${game}/betPlay`,
  token,
  body: { requestId: deps.random.hex(16), stakeCents: 100, ...CHOICES[game], ...own },
})

/** A player's step in a round: a tile, or null to cash out. */
export const stepIn = (
  { deps }: AttackedApp,
  { token }: Pick<AttackingPlayer, 'token'>,
  game: PacedGame,
  own: { roundId: string; tile: unknown; requestId?: string },
): Asked => ({
  path: `/api/app/games/${game}/step`,
  token,
  body: { requestId: deps.random.hex(16), ...own },
})

/** Sends a request that must be accepted, and returns the round. */
export async function accepted({ url }: AttackedApp, asked: Asked): Promise<OwnRound> {
  const { http, text, data } = await insist(url, asked)
  if (http !== 200) throw new Error(`${asked.path}: ${text}`)
  return data['round'] as OwnRound
}
