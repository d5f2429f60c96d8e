import { Button, Chip, Empty, IconButton, Skeleton, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { ContinueCard } from './ContinueCard.tsx'
import { GameCard } from './GameCard.tsx'

type View = 'all' | 'favourites' | 'recents'

/** The studio games: search, favourites, recently played; each with money or as demo. */
export function StudioGames() {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const [search, setSearch] = useState('')
  const [view, setView] = useState<View>('all')
  const query = search.trim() ? { search: search.trim() } : {}
  const games = useCall('GET /api/app/game/catalogue', { query, loading: false })
  const mine = useCall('GET /api/app/game/mine', { loading: false }, { enabled: isLoggedIn })
  const keep = useCommand({
    mutationFn: (body: { code: string; isFavourite: boolean }) =>
      api('POST /api/app/game/favourite', { body, loading: false }),
    onSuccess: () => refreshCalls('GET /api/app/game/mine'),
  })
  const favourites = mine.data?.favourites ?? []
  const freeRoundsOf = (code: string) =>
    (mine.data?.freeRounds ?? []).reduce((sum, gift) => (gift.code === code ? sum + gift.left : sum), 0)
  const shown = (games.data ?? []).filter(
    ({ code }) => view === 'all' || (mine.data?.[view] ?? []).includes(code),
  )
  return (
    <>
      <TopBar isLong title={t('play.lobby.title')} />
      <main className="grid gap-12 px-12 pt-8 pb-24">
        <ContinueCard />
        <TextInput
          type="search"
          value={search}
          maxLength={60}
          aria-label={t('play.lobby.search')}
          placeholder={t('play.lobby.search')}
          onChange={(event) => setSearch(event.target.value)}
        />
        {isLoggedIn && (
          <div className="flex flex-wrap gap-8">
            {(['all', 'favourites', 'recents'] as const).map((each) => (
              <Chip key={each} chosen={view === each} onClick={() => setView(each)}>
                {t(viewTexts[each])}
              </Chip>
            ))}
          </div>
        )}
        {games.isPending && <Skeleton className="h-220 rounded-18" />}
        {games.isError && <NotLoaded refetch={games.refetch} />}
        {games.isSuccess && shown.length === 0 && (
          <Empty icon="dice-five-duotone" title={t('play.lobby.none')} />
        )}
        <ul className="grid grid-cols-2 gap-10 wide:grid-cols-5">
          {shown.map((game) => {
            const isFavourite = favourites.includes(game.code)
            return (
              <GameCard key={game.code} game={game}>
                {freeRoundsOf(game.code) > 0 && (
                  <p className="px-12 text-12 font-700 text-brand-text">
                    {t('play.card.freeRounds', { count: freeRoundsOf(game.code) })}
                  </p>
                )}
                {game.hasDemo && (
                  <Button
                    kind="ghost"
                    size="m"
                    className="mt-auto"
                    onClick={() => go(hrefOf('play', { game: game.code, demo: '1' }))}
                  >
                    {t('play.card.demo')}
                  </Button>
                )}
                {isLoggedIn && (
                  <div className="absolute end-6 top-6 rounded-14 bg-surface-1">
                    <IconButton
                      icon={isFavourite ? 'star-fill' : 'star'}
                      label={t(isFavourite ? 'play.card.dropFavourite' : 'play.card.favourite', {
                        game: game.name,
                      })}
                      onClick={() => keep.mutate({ code: game.code, isFavourite: !isFavourite })}
                    />
                  </div>
                )}
              </GameCard>
            )
          })}
        </ul>
        <HelpArticle slug="studio" />
      </main>
    </>
  )
}

const viewTexts = {
  all: 'play.lobby.every',
  favourites: 'play.lobby.favourites',
  recents: 'play.lobby.recents',
} as const
