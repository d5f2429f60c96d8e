import { Empty, Sheet, Skeleton, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { go } from '../../../shared/navigation.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { eventHref, hrefOf } from '../../../shared/paths.ts'
import { sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import { BeforeSearch } from './BeforeSearch.tsx'
import { helpSearchHref, usePlaces } from './places.ts'
import { rememberSearch } from './recent-searches.ts'
import { FoundMatch, SearchGroup, SearchRow } from './SearchRow.tsx'
import { useSettled } from './use-settled.ts'

const minLetters = 2
/** Finds teams, players, leagues, games and pages by any part of their names, ignoring accents. */
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
  const leaveBy = (open: () => void) => {
    rememberSearch(words)
    open()
  }
  const leave = (href: string) => leaveBy(() => go(href))
  const places = usePlaces(words)
  const isEmpty = places.length === 0 && found.data?.leagues.length === 0 && found.data.fixtures.length === 0
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
        {!isEnough && <BeforeSearch onChoose={setTyped} />}
        {isEnough && found.isError && <NotLoaded refetch={found.refetch} />}
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
        {isEnough && places.length > 0 && (
          <SearchGroup title={t('sportsbook.search.places')}>
            {places.map(({ key, name, icon, open }) => (
              <SearchRow key={key} icon={icon} onPress={() => leaveBy(open)}>
                <span className="min-w-0 flex-1 font-600">{name}</span>
              </SearchRow>
            ))}
          </SearchGroup>
        )}
        {isEnough && found.data && found.data.leagues.length > 0 && (
          <SearchGroup title={t('sportsbook.search.leagues')}>
            {found.data.leagues.map(({ sport, competition, when }) => (
              <SearchRow
                key={`${sport}${competition}`}
                icon={sportViews[sport].icon}
                onPress={() => leave(hrefOf('footballPage', { sport, when, league: competition }))}
              >
                <span className="min-w-0 flex-1 font-600">{competition}</span>
              </SearchRow>
            ))}
          </SearchGroup>
        )}
        {isEnough && found.data && found.data.fixtures.length > 0 && (
          <SearchGroup title={t('sportsbook.search.matches')}>
            {found.data.fixtures.map((fixture) => (
              <FoundMatch
                key={fixture.fixtureId}
                fixture={fixture}
                onPress={() => leave(eventHref(fixture.fixtureId))}
              />
            ))}
          </SearchGroup>
        )}
        {isEnough && (
          <SearchRow icon="info-fill" onPress={() => leave(helpSearchHref(words))}>
            <span className="min-w-0 flex-1 font-600 wrap-anywhere">
              {t('app.help.search')}: {words}
            </span>
          </SearchRow>
        )}
      </search>
    </Sheet>
  )
}
