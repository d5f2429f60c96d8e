import { DOUBLE_SLOTS, DOUBLE_STRIP } from '@palpite/games'

/** Whole turns of the strip before it lands. */
const turns = 3
/** Tiles before the first stop, so that the window is full to its left. */
const margin = DOUBLE_SLOTS

/** Tiles the strip is drawn with: as far as it can go, and a window more. */
export const drawnTiles = margin + DOUBLE_SLOTS * (turns + 2) + 8

/** Where the strip stands when this slot is under the pointer. */
export const tileOf = (slot: number): number => margin + DOUBLE_STRIP.indexOf(slot)

/** From which tile to which the strip goes, forward by three turns and what is left to the slot. */
export const spinOf = (before: number, slot: number): { from: number; to: number } => {
  const from = tileOf(before)
  const rest = (tileOf(slot) - from + DOUBLE_SLOTS) % DOUBLE_SLOTS
  return { from, to: from + turns * DOUBLE_SLOTS + rest }
}

type Times = { drawsAt: string; settlesAt: string }

/** How long a spin takes, and how far into it this moment is: by the server's times, so every screen lands at once. */
export const spinTimes = (
  { drawsAt, settlesAt }: Times,
  now: number,
): { durationMs: number; atMs: number } => {
  const durationMs = Date.parse(settlesAt) - Date.parse(drawsAt)
  return { durationMs, atMs: Math.min(durationMs, Math.max(0, now - Date.parse(drawsAt))) }
}
