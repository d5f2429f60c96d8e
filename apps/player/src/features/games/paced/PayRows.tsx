import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'

export type PayRow = { name: string; multiplierE4: number; chance: number; returned: number }

/** A pay table: payout, chance and exact return per setting or step. */
export function PayRows({ label, rows }: { label: string; rows: readonly PayRow[] }) {
  const t = useText()
  const format = useFormat()
  const head = (words: string) => (
    <th scope="col" className="font-600">
      {words}
    </th>
  )
  return (
    <table className="w-full text-end text-13">
      <thead className="text-12 text-text-2">
        <tr>
          <th scope="col" className="py-6 text-start font-600">
            {label}
          </th>
          {head(t('games.paced.rules.pays'))}
          {head(t('games.paced.rules.chance'))}
          {head(t('games.paced.rules.return'))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, multiplierE4, chance, returned }) => (
          <tr key={name} className="border-t border-line text-text">
            <th scope="row" className="py-8 text-start font-600">
              {name}
            </th>
            <td className="font-700">{format.multiplier(multiplierE4)}</td>
            <td>{format.percent(chance, placesOf(chance))}</td>
            <td>{format.percent(returned, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Enough decimals to tell small chances apart. */
const placesOf = (chance: number): number => (chance < 0.0001 ? 6 : chance < 0.01 ? 3 : 2)
