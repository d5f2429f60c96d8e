import type { Calls } from '@palpite/contract'
import type { TextKey } from '../../../shared/text/keys.ts'

export type EntryType = Calls['GET /api/app/user/yearStatement']['data']['natures'][number]['type']

/** What an entry is about, in the order it is shown in. */
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

/** The thirty days until today, as São Paulo counts them. */
export const lastMonth = (now: Date): { from: string; until: string } => ({
  from: dayOf(new Date(now.getTime() - 30 * DAY_MS)),
  until: dayOf(now),
})

/** This year and the two before: what a statement goes back to. */
export const lastYears = (now: Date): string[] => {
  const year = Number(dayOf(now).slice(0, 4))
  return [year, year - 1, year - 2].map(String)
}
