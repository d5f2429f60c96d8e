import { Link } from 'wouter'
import { useCall } from '../../../shared/api/use-call.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { ContinueCard } from './ContinueCard.tsx'
import { GameCard } from './GameCard.tsx'

/** On home: the open game, then the first studio games. */
export function StudioSection() {
  const t = useText()
  const games = useCall('GET /api/app/game/catalogue', { query: {}, loading: false })
  return (
    <>
      <ContinueCard />
      {games.data && games.data.length > 0 && (
        <section aria-label={t('play.lobby.title')} className="mt-16 px-12">
          <div className="mb-8 flex items-center justify-between px-4">
            <h2 className="text-18 font-700 tracking-tight">{t('play.lobby.title')}</h2>
            <Link
              href={hrefOf('play')}
              className="tap flex items-center px-8 text-12 font-500 text-text-2 hover:text-text hover:underline"
            >
              {t('play.lobby.all')}
            </Link>
          </div>
          <ul className="grid grid-cols-2 gap-10 wide:grid-cols-2">
            {games.data.slice(0, 4).map((game) => (
              <GameCard key={game.code} game={game} isRow />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
