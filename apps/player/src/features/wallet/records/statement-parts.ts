import type { Glyph } from '@palpite/ui'
import type { Calls } from '@palpite/contract'
import type { TextKey } from '../../../shared/text/keys.ts'

export type EntryType = Calls['GET /api/app/user/yearStatement']['data']['natures'][number]['type']

/** Entry types in display order. */
export const natures: readonly { type: EntryType; text: TextKey }[] = [
  { type: '13', text: 'wallet.nature.topUps' },
  { type: '11', text: 'wallet.nature.withdrawals' },
  { type: '199', text: 'wallet.nature.sports' },
  { type: '19', text: 'wallet.nature.games' },
  { type: '14', text: 'wallet.nature.vip' },
  { type: '141', text: 'wallet.nature.promotions' },
]

const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(at)

const DAY_MS = 86_400_000

/** The last thirty days in São Paulo time. */
export const lastMonth = (now: Date): { from: string; until: string } => ({
  from: dayOf(new Date(now.getTime() - 30 * DAY_MS)),
  until: dayOf(now),
})

/** This year and the two before: the statement's range. */
export const lastYears = (now: Date): string[] => {
  const year = Number(dayOf(now).slice(0, 4))
  return [year, year - 1, year - 2].map(String)
}

export type AccountEntry = Calls['GET /api/app/user/entries']['data']['entries'][number]

/** An entry's reason in words. */
export const reasonTexts: Readonly<Record<AccountEntry['reason'], TextKey>> = {
  topUp: 'wallet.records.topUp',
  topUpTakenBack: 'wallet.entry.topUpTakenBack',
  refund: 'wallet.entry.refund',
  refundBack: 'wallet.entry.refundBack',
  opening: 'wallet.entry.opening',
  debtRepaid: 'wallet.entry.debtRepaid',
  withdrawal: 'wallet.records.withdrawal',
  withdrawalBack: 'wallet.entry.withdrawalBack',
  transferOut: 'wallet.entry.transferOut',
  transferIn: 'wallet.entry.transferIn',
  bet: 'wallet.entry.bet',
  betReturn: 'wallet.entry.betReturn',
  betCashOut: 'wallet.entry.betCashOut',
  betCorrected: 'wallet.entry.betCorrected',
  boost: 'sportsbook.boost.name',
  insurance: 'sportsbook.insurance.name',
  game: 'wallet.entry.game',
  studioGame: 'wallet.entry.studioGame',
  bonusTopUp: 'wallet.entry.bonusTopUp',
  bonusFreeBet: 'wallet.entry.bonusFreeBet',
  bonusFreeRound: 'wallet.entry.bonusFreeRound',
  bonusOther: 'wallet.account.bonus',
  bonusWagered: 'wallet.entry.bonusWagered',
  bonusEnded: 'wallet.entry.bonusEnded',
  vip: 'rewards.kind.vip',
  ladder: 'rewards.kind.ladder',
  activity: 'rewards.kind.activity',
  checkIn: 'rewards.kind.checkIn',
  commission: 'rewards.kind.commission',
  commissionTakenBack: 'wallet.entry.commissionTakenBack',
  gameBonus: 'rewards.kind.gameBonus',
}

const typeIcons: Readonly<Record<EntryType, Glyph>> = {
  '11': 'arrow-up-right',
  '13': 'arrow-down-left',
  '199': 'soccer-ball-duotone',
  '19': 'dice-five',
  '14': 'crown-duotone',
  '141': 'gift-duotone',
}

/** The icon of an entry's type; bonus money has its own. */
export const iconOf = ({ type, account }: AccountEntry): Glyph =>
  account === 'bonus' ? 'gift-duotone' : typeIcons[type]
