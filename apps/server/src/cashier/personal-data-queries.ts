import type { Tx } from '../platform/db/index.ts'
import type { PersonalTable } from '../platform/personal-data.ts'

/** What the cashier stores about a player: payments with their counterparties, as Portaria SPA/MF 1.143/2024 requires. */
export const cashierPersonalData: readonly PersonalTable[] = [
  {
    table: 'cashier_order',
    owner: 'player_id',
    newest: 'created_at',
    until: 'law',
    without: ['check_at', 'unpaid_at'],
  },
  {
    table: 'cashier_topup',
    owner: 'player_id',
    newest: 'created_at',
    until: 'law',
    without: ['try_at', 'return_try'],
  },
  {
    table: 'cashier_refund',
    owner: 'player_id',
    newest: 'asked_at',
    until: 'law',
    without: ['reason', 'why', 'try_at', 'attempts'],
  },
  {
    table: 'cashier_withdrawal',
    owner: 'player_id',
    newest: 'requested_at',
    until: 'law',
    // The reasons for a review would show players how to avoid one.
    without: [
      'review_reasons',
      'approvals_needed',
      'times_held',
      'why',
      'attempts',
      'try_at',
      'late_alarm_at',
      'alarmed_at',
    ],
  },
  {
    table: 'cashier_payout_details',
    owner: 'player_id',
    newest: 'used_at',
    until: 'contact',
    isKeptInPart: true,
  },
  { table: 'cashier_discount', owner: 'player_id', newest: 'granted_at', until: 'law' },
  { table: 'cashier_transfer', owner: 'player_id', newest: 'made_at', until: 'law' },
  { table: 'cashier_transfer', owner: 'recipient_id', newest: 'made_at', until: 'law' },
  {
    table: 'cashier_usdt_address',
    owner: 'player_id',
    newest: 'made_at',
    until: 'law',
    without: ['child_index', 'account'],
  },
  { table: 'cashier_usdt_topup_rate', owner: 'player_id', newest: 'shown_at', until: 'law' },
  {
    table: 'cashier_usdt_transfer',
    owner: 'player_id',
    newest: 'seen_at',
    until: 'law',
    without: ['account', 'turn', 'nth', 'missed_at_block', 'followed_at'],
  },
]

/** Stops offering a player's earlier payout details; paid withdrawals keep theirs for as long as the law requires. */
export const updateDetailsDeleted = (tx: Tx, playerId: number) => tx`
  update cashier_payout_details set pay_card_no = '', holder_name = '', whatsapp = '' where player_id = ${playerId}`
