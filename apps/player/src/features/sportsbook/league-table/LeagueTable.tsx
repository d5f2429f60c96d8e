import { useCall } from '../../../shared/api/use-call.ts'
import type { Fixture } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { Awaited } from './Awaited.tsx'
import { LeagueRows } from './LeagueRows.tsx'

type Props = Pick<Fixture, 'sport' | 'competition'>

/** A league's table, loaded when opened. */
export function LeagueTable({ sport, competition }: Props) {
  const t = useText()
  const input = { query: { sport, competition }, loading: false }
  const { data, isError, refetch } = useCall('GET /api/app/sportsbook/standings', input)
  return (
    <div className="border-t border-line p-12">
      <Awaited hasData={data !== undefined} isError={isError} refetch={refetch} />
      {data?.rows.length === 0 && (
        <p className="py-8 text-center text-13 text-text-2">{t('sportsbook.table.none')}</p>
      )}
      {data && data.rows.length > 0 && (
        <LeagueRows
          caption={t('sportsbook.table.of', { competition })}
          rows={data.rows}
          hasDraws={sport === 'football'}
        />
      )}
    </div>
  )
}
