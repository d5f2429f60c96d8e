import { defineEvent } from '../platform/events.ts'

/** A message stands in a player's message centre. `inWriting`: it is mailed, whatever its player prefers. */
export const messageWritten = defineEvent<{
  messageId: number
  playerId: number
  kind: string
  inWriting?: boolean | undefined
}>('message.written')

/** Something happened in a player's chat with the house. `by` did it. */
export const supportChanged = defineEvent<{
  playerId: number
  what: 'said' | 'read' | 'typing' | 'closed'
  by: 'player' | 'operator'
}>('support.changed')
