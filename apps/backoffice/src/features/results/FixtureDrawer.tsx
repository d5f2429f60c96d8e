import { Link } from 'wouter'
import type { DataOf } from '../../shared/api.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { feedName } from '../../shared/feeds.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMarketWords } from '../../shared/market-words.ts'
import { useMay } from '../../shared/me.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import { LateWindow } from './LateWindow.tsx'
import { WindowCard } from './WindowCard.tsx'

export type Waiting = DataOf<'GET /api/backoffice/feeds/waiting'>[number]

const reasons: Readonly<Record<string, TextKey>> = {
  result_missing: 'feeds.reason.resultMissing',
  parts_missing: 'feeds.reason.partsMissing',
  parts_differ: 'feeds.reason.partsDiffer',
  winner_unnamed: 'feeds.reason.winnerUnnamed',
  settlement_missing: 'feeds.reason.settlementMissing',
  feeds_differ: 'feeds.reason.feedsDiffer',
  reported_late: 'feeds.reason.reportedLate',
}

/** Why a fixture waits; if feeds differ only in void bets, that. */
export const reasonOf = ({ reason, windows }: Pick<Waiting, 'reason' | 'windows'>): TextKey | undefined =>
  windows.length > 0 ? 'feeds.reason.windowsDiffer' : reasons[reason]

/** A waiting fixture: reason, each feed's report, and a link to its markets. */
export function FixtureDrawer({ fixture, onClose }: { fixture: Waiting; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const words = useMarketWords()
  const mayDecide = useMay('markets.settle')
  const { fixtureId, told, windows, late } = fixture
  const reason = reasonOf(fixture)
  return (
    <Drawer
      title={fixture.title ?? `#${fixtureId}`}
      onClose={onClose}
      footer={
        mayDecide && (
          <Link
            href={`/resultados?partida=${fixtureId}`}
            className="text-13 font-600 text-info hover:underline"
          >
            {t('feeds.drawer.markets')}
          </Link>
        )
      }
    >
      <Facts
        facts={[
          [t('feeds.column.fixture'), `#${fixtureId}`],
          [t('results.column.why'), reason ? t(reason) : fixture.reason],
          [t('results.column.feed'), `${feedName(t, fixture.feed)} ${fixture.feedKey}`],
          [t('feeds.column.markets'), format.number(fixture.markets)],
          [t('results.column.startsAt'), format.time(fixture.startsAt)],
        ]}
      />
      {told.length > 0 && (
        <Facts
          title={t('feeds.drawer.told')}
          facts={told.map((one) => [`${feedName(t, one.feed)} · #${one.fixtureId}`, reportedBy(one)])}
        />
      )}
      {late.length > 0 && (
        <div>
          <h3 className="mb-6 text-13 font-700">{t('results.late.title')}</h3>
          <p className="mb-8 text-12 text-text-2">{t('results.late.hint')}</p>
          {late.map((window) => (
            <LateWindow key={window.windowId} window={window} />
          ))}
        </div>
      )}
      {windows.length > 0 && (
        <div>
          <h3 className="mb-6 text-13 font-700">{t('results.drawer.windows')}</h3>
          <p className="mb-8 text-12 text-text-2">{t('results.window.hint')}</p>
          {windows.map((window) => (
            <WindowCard key={`${window.marketId}-${window.feed}-${window.from}`} window={window}>
              <p className="text-12 text-text-2">{words(window)}</p>
              <p className="flex items-center justify-between gap-8">
                <span>
                  {t('results.outcome.bets', { count: window.bets })} · {format.money(window.stakeCents)}
                </span>
                {mayDecide && (
                  <Link
                    href={`/resultados?partida=${fixtureId}&aberto=${window.marketId}`}
                    className="font-600 text-info hover:underline"
                  >
                    {t('feeds.drawer.decide')}
                  </Link>
                )}
              </p>
            </WindowCard>
          ))}
        </div>
      )}
    </Drawer>
  )
}

/** A feed's report of a contradicted event, by its own sides. */
export const reportedBy = ({
  home,
  away,
  homeScore,
  awayScore,
  winner,
  matchStatus,
}: Waiting['told'][number]) => {
  const score = homeScore === null || awayScore === null ? '–' : `${homeScore}:${awayScore}`
  return `${winner ?? `${home ?? ''} ${score} ${away ?? ''}`} (${matchStatus})`
}
