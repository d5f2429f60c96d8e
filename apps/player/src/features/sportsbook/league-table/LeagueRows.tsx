import type { Calls } from '@palpite/contract'
import { TeamCrest } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'

type Row = Calls['GET /api/app/sportsbook/standings']['data']['rows'][number]
type Props = { caption: string; rows: readonly Row[]; marked?: readonly string[]; hasDraws: boolean }

/** A season's table; a match's two sides are marked. */
export function LeagueRows({ caption, rows, marked = [], hasDraws }: Props) {
  const t = useText()
  const heads = [
    { key: 'played', short: t('sportsbook.table.played.short'), long: t('sportsbook.table.played') },
    { key: 'won', short: t('sportsbook.table.won.short'), long: t('sportsbook.table.won') },
    ...(hasDraws
      ? [
          {
            key: 'drawn' as const,
            short: t('sportsbook.table.drawn.short'),
            long: t('sportsbook.table.drawn'),
          },
        ]
      : []),
    { key: 'lost', short: t('sportsbook.table.lost.short'), long: t('sportsbook.table.lost') },
    {
      key: 'difference',
      short: t('sportsbook.table.difference.short'),
      long: t('sportsbook.table.difference'),
    },
    { key: 'points', short: t('sportsbook.table.points.short'), long: t('sportsbook.table.points') },
  ] as const
  return (
    <table className="w-full text-13">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-12 text-text-2">
        <tr>
          <th scope="col" className="py-4 text-start font-600" colSpan={2}>
            {t('sportsbook.table.side')}
          </th>
          {heads.map(({ key, short, long }) => (
            <th key={key} scope="col" className="py-4 ps-6 text-end font-600 whitespace-nowrap">
              <abbr title={long} className="no-underline">
                {short}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.name}
            data-marked={marked.includes(row.name) || undefined}
            className="border-t border-line data-marked:font-700 data-marked:text-brand-text"
          >
            <td className="w-24 py-6 text-text-2">{row.rank}</td>
            <th scope="row" className="w-full max-w-0 py-6 text-start font-[inherit]">
              <span className="flex items-center gap-6">
                <TeamCrest team={row.name} className="size-18 shrink-0" />
                <span className="min-w-0 wrap-anywhere">{row.name}</span>
              </span>
            </th>
            {heads.map(({ key }) => (
              <td key={key} className="py-6 ps-6 text-end whitespace-nowrap">
                {key === 'difference' ? signed(row.scored - row.conceded) : row[key]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))
