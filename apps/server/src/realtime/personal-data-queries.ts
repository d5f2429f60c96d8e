import type { PersonalTable } from '../platform/personal-data.ts'

const leftOut = 'what a screen was told a moment ago; it stands elsewhere in this file'

/** What realtime keeps of a player, for as long as a screen may have been away. */
export const realtimePersonalData: readonly PersonalTable[] = [
  { table: 'realtime_ticket', owner: 'player_id', newest: 'expires_at', until: 'days', leftOut },
  { table: 'realtime_message', owner: 'player_id', newest: 'created_at', until: 'days', leftOut },
]
