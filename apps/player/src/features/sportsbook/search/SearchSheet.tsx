import { Empty, ErrorCard, Icon, Sheet, Skeleton, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { fixtureName, isLive } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { MatchClock } from '../../../shared/match/MatchClock.tsx'
import { go } from '../../../shared/navigation.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { eventHref, hrefOf } from '../../../shared/paths.ts'
import { sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import { forgetSearches, rememberSearch, useRecentSearches } from './recent-searches.ts'
import { useSettled } from './use-settled.ts'

const minLetters = 2
const row =
  'flex finger-48 w-full cursor-pointer items-center gap-10 rounded-11 px-8 text-start text-14 hover:bg-surface-2 active:bg-surface-2'

/** Finds teams, players and leagues by any part of their names, with or without accents. */
export function SearchSheet() {
  const t = useText()
  const [typed, setTyped] = useState('')
  const words = useSettled(typed.trim())
  const isEnough = words.length >= minLetters
  const found = useCall(
    'GET /api/app/sportsbook/search',
    { query: { words }, loading: false },
    { enabled: isEnough },
  )
  const leave = (href: string) => {
    rememberSearch(words)
    go(href)
  }
  const isEmpty = found.data?.leagues.length === 0 && found.data.fixtures.length === 0
  return (
    <Sheet
      side="page"
      title={t('sportsbook.search.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <search className="grid gap-12 px-12 pt-4">
        <TextInput
          data-first-focus
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={60}
          aria-label={t('sportsbook.search.field')}
          placeholder={t('sportsbook.search.field')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {!isEnough && <Recent onChoose={setTyped} />}
        {isEnough && found.isError && (
          <ErrorCard
            title={t('app.section.failed')}
            retryLabel={t('app.section.retry')}
            onRetry={() => void found.refetch()}
          />
        )}
        {isEnough && !found.data && !found.isError && <Skeleton className="h-180 rounded-18" />}
        <div role="status" className="sr-only">
          {isEmpty && t('sportsbook.search.nothing', { words })}
        </div>
        {isEnough && isEmpty && (
          <Empty
            icon="magnifying-glass"
            title={t('sportsbook.search.nothing', { words })}
            text={t('sportsbook.search.nothingText')}
          />
        )}
        {isEnough && found.data && found.data.leagues.length > 0 && (
          <section>
            <h3 className="px-8 pb-4 text-12 font-600 text-text-2">{t('sportsbook.search.leagues')}</h3>
            {found.data.leagues.map(({ sport, competition, when }) => (
              <button
                key={`${sport}${competition}`}
                type="button"
                onClick={() => leave(hrefOf('footballPage', { sport, when, league: competition }))}
                className={row}
              >
                <Icon name={sportViews[sport].icon} className="size-20 text-text-2" />
                <span className="min-w-0 flex-1 font-600">{competition}</span>
              </button>
            ))}
          </section>
        )}
        {isEnough && found.data && found.data.fixtures.length > 0 && (
          <section>
            <h3 className="px-8 pb-4 text-12 font-600 text-text-2">{t('sportsbook.search.matches')}</h3>
            {found.data.fixtures.map((fixture) => (
              <button
                key={fixture.fixtureId}
                type="button"
                onClick={() => leave(eventHref(fixture.fixtureId))}
                className={row}
              >
                <Icon name={sportViews[fixture.sport].icon} className="size-20 shrink-0 text-text-2" />
                <span className="min-w-0 flex-1">
                  <span className="block font-600">{fixtureName(fixture)}</span>
                  <span className="block text-12 text-text-2">{fixture.competition}</span>
                </span>
                <When fixture={fixture} />
              </button>
            ))}
          </section>
        )}
      </search>
    </Sheet>
  )
}

type Timed = Parameters<typeof MatchClock>[0]['fixture'] & { startsAt: string; isDayOnly: boolean }

function When({ fixture }: { fixture: Timed }) {
  const { start } = useFormat()
  return (
    <span className="shrink-0 text-12">
      {isLive(fixture) ? (
        <MatchClock fixture={fixture} />
      ) : (
        <time dateTime={fixture.startsAt} className="text-text-2">
          {start(fixture, 'kickOff')}
        </time>
      )}
    </span>
  )
}

/** What was looked for before; a tap looks again. */
function Recent({ onChoose }: { onChoose: (words: string) => void }) {
  const t = useText()
  const recent = useRecentSearches((state) => state.words)
  if (recent.length === 0) return <p className="px-8 text-13 text-text-2">{t('sportsbook.search.hint')}</p>
  return (
    <section>
      <div className="flex items-center justify-between px-8">
        <h3 className="text-12 font-600 text-text-2">{t('sportsbook.search.recent')}</h3>
        <button
          type="button"
          onClick={forgetSearches}
          className="tap-s cursor-pointer text-13 font-600 text-brand-text hover:underline"
        >
          {t('sportsbook.search.forget')}
        </button>
      </div>
      {recent.map((words) => (
        <button key={words} type="button" onClick={() => onChoose(words)} className={row}>
          <Icon name="clock" className="size-18 text-text-2" />
          <span className="truncate">{words}</span>
        </button>
      ))}
    </section>
  )
}
