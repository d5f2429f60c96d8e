import { defineEvent } from '../platform/events.ts'

/** A message was added to a player's message centre. `inWriting`: it is mailed whatever the player prefers. */
export const messageWritten = defineEvent<{
  messageId: number
  playerId: number
  kind: string
  inWriting?: boolean | undefined
}>('message.written')

/** Something changed in a player's support chat, by the side in `by`. */
export const supportChanged = defineEvent<{
  playerId: number
  what: 'said' | 'read' | 'typing' | 'closed'
  by: 'player' | 'operator'
}>('support.changed')
