import { DOUBLE_SLOTS, DOUBLE_STRIP } from '@palpite/games'

/** Full turns before landing. */
const turns = 3
/** Tiles before the first stop, so that the window is full to its left. */
const margin = DOUBLE_SLOTS

/** Rendered tiles: the longest spin plus one window. */
export const drawnTiles = margin + DOUBLE_SLOTS * (turns + 2) + 8

/** The strip's position with this slot under the pointer. */
export const tileOf = (slot: number): number => margin + DOUBLE_STRIP.indexOf(slot)

/** The spin's start and end tile: forward by three turns and the rest to the slot. */
export const spinOf = (before: number, slot: number): { from: number; to: number } => {
  const from = tileOf(before)
  const rest = (tileOf(slot) - from + DOUBLE_SLOTS) % DOUBLE_SLOTS
  return { from, to: from + turns * DOUBLE_SLOTS + rest }
}

type Times = { drawsAt: string; settlesAt: string }

/** A spin's duration and progress by the server's times, so every screen lands together. */
export const spinTimes = (
  { drawsAt, settlesAt }: Times,
  now: number,
): { durationMs: number; atMs: number } => {
  const durationMs = Date.parse(settlesAt) - Date.parse(drawsAt)
  return { durationMs, atMs: Math.min(durationMs, Math.max(0, now - Date.parse(drawsAt))) }
}
