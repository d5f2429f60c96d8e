import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import type { Fixture } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { Awaited } from './Awaited.tsx'
import { FormLine, MeetingList } from './FormLine.tsx'
import { LeagueRows } from './LeagueRows.tsx'

/** Enough rows to show the leaders. */
const shortRows = 5

/** A match's background: form of both sides, head to head, and the season's table. */
export function FormPanel({ fixture }: { fixture: Fixture }) {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  const { fixtureId, home, away } = fixture
  const input = { params: { fixtureId }, loading: false }
  const { data, isError, refetch } = useCall('GET /api/app/sportsbook/form/:fixtureId', input)
  const rows = data?.table ?? []
  const isShown = (name: string, at: number) => isWhole || at < shortRows || name === home || name === away
  const shown = rows.filter(({ name }, at) => isShown(name, at))
  return (
    <section aria-label={t('sportsbook.form.title')} className="hairline rounded-18 bg-surface-1 p-12">
      <h2 className="pb-6 text-14 font-700 tracking-tight">{t('sportsbook.form.title')}</h2>
      <Awaited hasData={data !== undefined} isError={isError} refetch={refetch} />
      {data && (
        <>
          <FormLine side={home} meetings={data.home} />
          <FormLine side={away} meetings={data.away} />
          {data.headToHead.length > 0 && (
            <>
              <h3 className="pt-10 pb-4 text-13 font-700 text-text-2">{t('sportsbook.form.headToHead')}</h3>
              <MeetingList meetings={data.headToHead} />
            </>
          )}
          {rows.length > 0 && (
            <>
              <h3 className="pt-10 text-13 font-700 text-text-2">
                {t('sportsbook.table.season', { season: data.season })}
              </h3>
              <LeagueRows
                caption={t('sportsbook.table.of', { competition: fixture.competition })}
                rows={shown}
                marked={[home, away]}
                hasDraws={fixture.sport === 'football'}
              />
            </>
          )}
          {shown.length < rows.length && (
            <Button kind="ghost" size="m" block onClick={() => setIsWhole(true)}>
              {t('sportsbook.table.whole')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
