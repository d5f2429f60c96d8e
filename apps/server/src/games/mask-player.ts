import { createHash } from 'node:crypto'

/** A player among others: the same in every round, and nobody's name. */
export const maskPlayer = (playerId: number): string =>
  `•••${createHash('sha256').update(`palpite:${playerId}`).digest('hex').slice(0, 4)}`
