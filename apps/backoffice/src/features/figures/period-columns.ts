import type { useFormat } from '../../shared/format.ts'
import { type ListColumn, moneyColumn } from '../../shared/list-column.tsx'
import type { TextKey } from '../../shared/text.ts'
import type { Period } from './period.ts'

type Amount = { [Name in keyof Period]: Period[Name] extends number ? Name : never }[keyof Period]

/** A period's amounts in list order: earnings, bonus costs, flows. */
const amounts: readonly [of: Amount, head: TextKey][] = [
  ['betsStakedCents', 'figures.column.betsStaked'],
  ['sportsbookCents', 'figures.column.sportsbook'],
  ['ownGamesCents', 'figures.column.ownGames'],
  ['studiosCents', 'figures.column.studios'],
  ['ggrCents', 'figures.column.ggr'],
  ['bonusesGrantedCents', 'figures.column.bonuses'],
  ['bonusesBackCents', 'figures.column.bonusesBack'],
  ['ngrCents', 'figures.column.ngr'],
  ['depositsCents', 'figures.column.deposits'],
  ['withdrawalsCents', 'figures.column.withdrawals'],
  ['feesCents', 'figures.column.fees'],
]

/** The list's columns; its file has amounts in reais. */
export const periodColumns = (format: ReturnType<typeof useFormat>): readonly ListColumn<Period>[] => [
  {
    id: 'period',
    head: 'figures.column.period',
    cell: ({ period }) => format.date(period),
    csv: ({ period }) => period,
  },
  ...amounts.map(([of, head]) => moneyColumn<Period>({ id: of, head, of: (period) => period[of] }, format)),
]
