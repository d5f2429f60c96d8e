import { cashierPersonalData } from './cashier/index.ts'
import { gamesPersonalData } from './games/index.ts'
import { identityPersonalData } from './identity/index.ts'
import { ledgerPersonalData } from './ledger/index.ts'
import { messagesPersonalData } from './messages/index.ts'
import { outboxPersonalData } from './platform/outbox-queries.ts'
import type { PersonalTable } from './platform/personal-data.ts'
import { protectionPersonalData } from './protection/index.ts'
import { realtimePersonalData } from './realtime/index.ts'
import { rewardsPersonalData } from './rewards/index.ts'
import { sportsbookPersonalData } from './sportsbook/index.ts'
import { wageringPersonalData } from './wagering/index.ts'

/**
 * Every table with rows of a player: how long they are kept, and what of them is exported. Referencing tables come
 * before referenced ones, so that they can be deleted in this order.
 */
export const personalData: readonly PersonalTable[] = [
  ...identityPersonalData,
  ...protectionPersonalData,
  ...cashierPersonalData,
  ...wageringPersonalData,
  ...sportsbookPersonalData,
  ...gamesPersonalData,
  ...rewardsPersonalData,
  ...messagesPersonalData,
  ...ledgerPersonalData,
  ...realtimePersonalData,
  ...outboxPersonalData,
]
