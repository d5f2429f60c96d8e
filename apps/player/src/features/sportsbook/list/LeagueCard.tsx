import { Button, Icon, TeamCrest } from '@palpite/ui'
import { type CSSProperties, memo, useId, useState } from 'react'
import { useIsWide } from '../../../shared/use-is-wide.ts'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { useText } from '../../../shared/text/text.ts'
import { LeagueTable } from '../league-table/LeagueTable.tsx'
import { fold, toggleFavourite } from './favourites.ts'
import { isSimulated, type League, maxRows } from './leagues.ts'
import css from './list.module.css'
import { MatchRow } from './MatchRow.tsx'
import { useCountryNames } from './use-country-name.ts'
import { columnHeads } from './column-heads.ts'
import type { ListMarket } from './list-markets.ts'
import { GroupHeads, WideRow } from './WideRow.tsx'

type Props = {
  league: League
  foldKey: string
  open: boolean
  favourite: boolean
  markets: readonly ListMarket[]
  frozen: boolean
}

/** One league: its name folds its matches, its star pins it. Re-rendered only when it changed. */
export const LeagueCard = memo(function LeagueCard(props: Props) {
  const { league, foldKey, open, favourite, markets, frozen } = props
  const t = useText()
  const bodyId = useId()
  const [max, setMax] = useState(maxRows)
  const [tabled, setTabled] = useState(false)
  const { competition, country, fixtures } = league
  const countryName = useCountryNames()(country)
  const left = fixtures.length - max
  const isDesk = useIsWide()
  const sport = fixtures[0]?.sport
  const isWide = isDesk && sport !== 'racing'
  const hasTable = open && sport !== undefined && sport !== 'racing'
  const shown = markets[0]
  return (
    <section
      aria-label={competition}
      className={`hairline rounded-18 bg-surface-1 ${css.league}`}
      style={rowsInSight(open ? Math.min(fixtures.length, max) : 0)}
    >
      <div
        data-stop
        role="group"
        aria-label={competition}
        className="flex items-center pe-4 wide:gap-10 wide:tree-narrow:gap-6"
      >
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => fold(foldKey, !open)}
            className="flex finger-46 w-full cursor-pointer touch-manipulation items-center gap-8 rounded-18 ps-12 pe-4 text-start text-14 font-700 tracking-tight hover:bg-surface-2"
          >
            <CompetitionMark competition={competition} />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-2">
              <span>
                {competition}
                {countryName && (
                  <span className="block text-11 font-500 tracking-normal text-text-2">{countryName}</span>
                )}
              </span>
              {isSimulated(league) && <SimulatedTag />}
            </span>
            <span className="text-12 font-600 text-text-2 wide:hidden">
              <span className="sr-only">{t('sportsbook.league.matches', { count: fixtures.length })}</span>
              <span aria-hidden="true">{fixtures.length}</span>
            </span>
          </button>
        </h2>
        {isWide && open && !fixtures[0]?.isOutright && <GroupHeads markets={markets} />}
        {hasTable && !isDesk && (
          // Beside the name: a line of its own would cost a match.
          <button
            type="button"
            aria-expanded={tabled}
            aria-label={t('sportsbook.table.of', { competition })}
            onClick={() => setTabled(!tabled)}
            className="tap grid cursor-pointer place-items-center rounded-11 text-text-2 hover:bg-surface-3 aria-expanded:text-brand-text"
          >
            <Icon name="list-numbers" className="size-20" />
          </button>
        )}
        <button
          type="button"
          aria-pressed={favourite}
          aria-label={t('sportsbook.league.favourite', { competition })}
          onClick={() => toggleFavourite(competition)}
          className="tap grid cursor-pointer place-items-center rounded-11 text-text-2 hover:bg-surface-3 aria-pressed:text-brand-text"
        >
          <Icon name={favourite ? 'star-fill' : 'star'} className="size-20" />
        </button>
        {/* Only an indicator; the name beside it is the button. */}
        <span
          aria-hidden="true"
          onClick={() => fold(foldKey, !open)}
          className="grid min-h-(--tap) min-w-(--tap-s) cursor-pointer place-items-center text-text-2 wide:hidden"
        >
          <Icon name={open ? 'caret-up-bold' : 'caret-down-bold'} className="size-16" />
        </span>
      </div>
      <div
        id={bodyId}
        data-stop
        role="group"
        aria-label={`${competition}, ${t('sportsbook.league.matches', { count: fixtures.length })}`}
        hidden={!open}
      >
        {hasTable && !isDesk && tabled && <LeagueTable sport={sport} competition={competition} />}
        {open &&
          fixtures
            .slice(0, max)
            .map((fixture) =>
              isWide && !fixture.isOutright ? (
                <WideRow key={fixture.fixtureId} fixture={fixture} markets={markets} frozen={frozen} />
              ) : (
                <MatchRow
                  key={fixture.fixtureId}
                  fixture={fixture}
                  shown={shown?.key ?? ''}
                  columns={shown ? columnHeads(shown).length : 0}
                  frozen={frozen}
                />
              ),
            )}
        {hasTable && isDesk && (
          <button
            type="button"
            aria-expanded={tabled}
            onClick={() => setTabled(!tabled)}
            className="flex finger-44 w-full cursor-pointer touch-manipulation items-center gap-8 border-t border-line px-12 text-start text-13 font-600 text-text-2 hover:bg-surface-2 hover:text-text"
          >
            <span className="flex-1">{t('sportsbook.table.title')}</span>
            <Icon name={tabled ? 'caret-up-bold' : 'caret-down-bold'} className="size-16" />
          </button>
        )}
        {hasTable && isDesk && tabled && <LeagueTable sport={sport} competition={competition} />}
        {open && left > 0 && (
          <div className="border-t border-line p-8">
            <Button kind="ghost" size="m" block onClick={() => setMax(max + maxRows)}>
              {t('sportsbook.league.more', { count: left })}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
})

/** The league's estimated height, used by CSS while it is far off screen. */
const rowsInSight = (rows: number) => ({ '--rows': rows }) as CSSProperties

/** A round mark in colours derived from a league's name, not its emblem. */
function CompetitionMark({ competition }: { competition: string }) {
  return (
    <span
      aria-hidden="true"
      className="relative size-22 shrink-0 overflow-hidden rounded-full ring-1 ring-line"
    >
      <TeamCrest team={competition} className="absolute -start-8 -top-8 size-38 max-w-none" />
    </span>
  )
}
