import type { TextKey, useText } from '../../shared/text.ts'

type Text = ReturnType<typeof useText>
type Names = Readonly<Record<string, TextKey>>

/** What each job does. */
export const jobNames = {
  'cashier-chains': 'system.jobName.cashierChains',
  'cashier-day': 'system.jobName.cashierDay',
  'cashier-debts': 'system.jobName.cashierDebts',
  'cashier-hot-wallet': 'system.jobName.cashierHotWallet',
  'cashier-orders': 'system.jobName.cashierOrders',
  'cashier-payouts': 'system.jobName.cashierPayouts',
  'cashier-payouts-watch': 'system.jobName.cashierPayoutsWatch',
  'cashier-provider-names': 'system.jobName.cashierProviderNames',
  'cashier-reconciling': 'system.jobName.cashierReconciling',
  'cashier-refunds': 'system.jobName.cashierRefunds',
  'cashier-refunds-watch': 'system.jobName.cashierRefundsWatch',
  'cashier-returns': 'system.jobName.cashierReturns',
  'cashier-strangers': 'system.jobName.cashierStrangers',
  'cashier-webhooks': 'system.jobName.cashierWebhooks',
  'close-idle-rounds': 'system.jobName.closeIdleRounds',
  'count-returns': 'system.jobName.countReturns',
  'identity-mails': 'system.jobName.identityMails',
  'identity-seen': 'system.jobName.identitySeen',
  'identity-sweep-days': 'system.jobName.identitySweepDays',
  'identity-sweep-minutes': 'system.jobName.identitySweepMinutes',
  'ledger-closings': 'system.jobName.ledgerClosings',
  'ledger-days': 'system.jobName.ledgerDays',
  'ledger-keys': 'system.jobName.ledgerKeys',
  'ledger-partitions': 'system.jobName.ledgerPartitions',
  maintenance: 'system.jobName.maintenance',
  'messages-campaigns': 'system.jobName.messagesCampaigns',
  'messages-mails': 'system.jobName.messagesMails',
  'messages-pushes': 'system.jobName.messagesPushes',
  'messages-release': 'system.jobName.messagesRelease',
  'messages-sweep': 'system.jobName.messagesSweep',
  'messages-transcripts': 'system.jobName.messagesTranscripts',
  'outbox-days': 'system.jobName.outboxDays',
  'platform.server': 'system.jobName.platformServer',
  'profile-deletion': 'system.jobName.profileDeletion',
  'profile-excluded': 'system.jobName.profileExcluded',
  'profile-impeded': 'system.jobName.profileImpeded',
  'profile-inactive': 'system.jobName.profileInactive',
  'protection-closed-breaks': 'system.jobName.protectionClosedBreaks',
  'protection-cool-offs': 'system.jobName.protectionCoolOffs',
  'protection-data-requests': 'system.jobName.protectionDataRequests',
  'protection-document-pictures': 'system.jobName.protectionDocumentPictures',
  'protection-documents': 'system.jobName.protectionDocuments',
  'protection-expired-documents': 'system.jobName.protectionExpiredDocuments',
  'protection-harm': 'system.jobName.protectionHarm',
  'protection-persons': 'system.jobName.protectionPersons',
  'protection-register': 'system.jobName.protectionRegister',
  'protection-seen': 'system.jobName.protectionSeen',
  'protection-whole-persons': 'system.jobName.protectionWholePersons',
  'public-log': 'system.jobName.publicLog',
  'realtime.sweep': 'system.jobName.realtimeSweep',
  'reports-days': 'system.jobName.reportsDays',
  'reports-old': 'system.jobName.reportsOld',
  'rewards-commission': 'system.jobName.rewardsCommission',
  seals: 'system.jobName.seals',
  'shared-rounds': 'system.jobName.sharedRounds',
  'sportsbook.calendar': 'system.jobName.sportsbookCalendar',
  'sportsbook.cancel-unplayed': 'system.jobName.sportsbookCancelUnplayed',
  'sportsbook.cash-out-rules': 'system.jobName.sportsbookCashOutRules',
  'sportsbook.clear': 'system.jobName.sportsbookClear',
  'sportsbook.feed-health': 'system.jobName.sportsbookFeedHealth',
  'sportsbook.history': 'system.jobName.sportsbookHistory',
  'sportsbook.marks': 'system.jobName.sportsbookMarks',
  'sportsbook.outrights': 'system.jobName.sportsbookOutrights',
  'sportsbook.play': 'system.jobName.sportsbookPlay',
  'sportsbook.poll-odds': 'system.jobName.sportsbookPollOdds',
  'sportsbook.price-moves': 'system.jobName.sportsbookPriceMoves',
  'sportsbook.settle': 'system.jobName.sportsbookSettle',
  'studio-catalogues': 'system.jobName.studioCatalogues',
  'studio-sessions': 'system.jobName.studioSessions',
  'verify-audit': 'system.jobName.verifyAudit',
  'verify-ledger': 'system.jobName.verifyLedger',
  'verify-log': 'system.jobName.verifyLog',
  'verify-rounds': 'system.jobName.verifyRounds',
  'verify-seal': 'system.jobName.verifySeal',
  'wagering-expired': 'system.jobName.wageringExpired',
  'watch-clock': 'system.jobName.watchClock',
  'watch-code-files': 'system.jobName.watchCodeFiles',
  'watch-settings': 'system.jobName.watchSettings',
} as const satisfies Record<string, TextKey>

/** What each event reader does. */
export const readerNames = {
  messages: 'system.readerName.messages',
  'messages-delivery': 'system.readerName.messagesDelivery',
  'messages-requests': 'system.readerName.messagesRequests',
  'messages-suspensions': 'system.readerName.messagesSuspensions',
  'money-log': 'system.readerName.moneyLog',
  'protection-persons': 'system.readerName.protectionPersons',
  'realtime.bonuses': 'system.readerName.realtimeBonuses',
  'realtime.players': 'system.readerName.realtimePlayers',
  'realtime.prices': 'system.readerName.realtimePrices',
  'realtime.rooms': 'system.readerName.realtimeRooms',
  rewards: 'system.readerName.rewards',
  'sportsbook.marks': 'system.readerName.sportsbookMarks',
  wagering: 'system.readerName.wagering',
} as const satisfies Record<string, TextKey>

/** Outside systems: some by name, others by kind, as `bank pix`. */
export const portNames = {
  'national register': 'system.portName.register',
  'register of persons': 'system.portName.persons',
  'quotes of USDT': 'system.portName.quotes',
} as const satisfies Record<string, TextKey>

/** The prefix of a name made of kind and name. */
export const kindsOfNames = {
  'bank ': 'system.portName.bank',
  'studio ': 'system.portName.studio',
  'chain ': 'system.portName.chain',
  'cashier-registering-': 'system.jobName.registering',
} as const satisfies Record<string, TextKey>

/** Tables partitioned by time. */
export const tableNames = {
  platform_outbox: 'system.tableName.outbox',
  ledger_entry: 'system.tableName.entries',
  ledger_transfer: 'system.tableName.transfers',
} as const satisfies Record<string, TextKey>

/** A server name in words; unknown ones unchanged. */
export function nameIn(t: Text, names: Names, name: string): string {
  const key = names[name]
  if (key !== undefined) return t(key)
  const kind = Object.entries(kindsOfNames).find(([begin]) => name.startsWith(begin))
  return kind ? t(kind[1], { name: name.slice(kind[0].length) }) : name
}
