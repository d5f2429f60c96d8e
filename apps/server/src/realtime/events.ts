import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A player closed a game. */
export const gameLeft = defineEvent('game.left', z.object({ playerId: z.int(), gameCode: z.string() }))
