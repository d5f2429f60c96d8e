import { GameArt } from '@palpite/ui'
import { Link } from 'wouter'
import { useCall } from '../../shared/api/use-call.ts'
import { useReturnShare } from '../../shared/format/use-format.ts'
import { useIsLoggedIn } from '../../shared/session.ts'
import { hrefOf } from '../../shared/paths.ts'
import { type SmallGame, smallGames } from '../../shared/small-games.ts'
import { useText } from '../../shared/text/text.ts'
import { hasPage, pageOf } from '../registry.ts'

const rulesStayMs = 3_600_000

/**
 * The available games with their published returns. Fewer than three are wide; `isInRow` puts all in one row on a wide
 * desktop.
 */
export function GameTiles({ isInRow }: { isInRow?: boolean }) {
  const t = useText()
  const returnShare = useReturnShare()
  const rules = useCall('GET /api/app/games/rules', { loading: false }, { staleTime: rulesStayMs })
  const isClosed = (code: SmallGame) => rules.data?.some(({ game, isOpen }) => game === code && !isOpen)
  // Until the rules are loaded every game is listed: its page says if it is closed.
  const games = smallGames.filter(({ game }) => hasPage(game) && !isClosed(game))
  const isLoggedIn = useIsLoggedIn()
  const open = useCall('GET /api/app/games/open', { loading: false }, { enabled: isLoggedIn })
  return (
    <div
      data-few={games.length < 3 || undefined}
      data-row={isInRow || undefined}
      className="group grid grid-cols-3 tree-wide:data-row:grid-cols-6 gap-10 data-few:grid-flow-col data-few:auto-cols-fr data-few:grid-cols-none roomy:grid-cols-2"
    >
      {games.map(({ game, text }) => {
        const terms = rules.data?.find((rule) => rule.game === game)
        return (
          <Link
            key={game}
            href={hrefOf(game)}
            onPointerDown={() => void pageOf(game)?.preload()}
            className="frame-hover relative isolate flex aspect-[116/136] flex-col justify-end overflow-hidden rounded-18 p-10 text-on-play transition-transform duration-(--dur-2) group-data-few:aspect-auto group-data-few:min-h-136 active:scale-97"
          >
            <GameArt game={game} className="absolute inset-0 -z-1" />
            <span className="text-16 leading-[1.05] font-800 tracking-tighter break-keep hyphens-auto narrow:text-14 tree-wide:group-data-row:text-13">
              {t(text)}
            </span>
            <span className="mt-3 min-h-14 text-11 font-500">
              {open.data?.some((round) => isLoggedIn && round.game === game && round.draw === null) ? (
                <span className="rounded-full bg-brand px-8 py-2 font-700 text-on-brand">
                  {t('app.game.continue')}
                </span>
              ) : (
                terms && t('app.game.return', { share: returnShare(terms) })
              )}
            </span>
          </Link>
        )
      })}
    </div>
  )
}
