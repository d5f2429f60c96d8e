import { GameArt } from '@palpite/ui'
import { Link } from 'wouter'
import { useCall } from '../../shared/api/use-call.ts'
import { useFormat } from '../../shared/format/use-format.ts'
import { hrefOf } from '../../shared/paths.ts'
import { smallGames } from '../../shared/small-games.ts'
import { useText } from '../../shared/text/text.ts'
import { toast } from '../../shared/toasts.ts'
import { hasPage, pageOf } from '../features.ts'

const rulesStayMs = 3_600_000
const tile =
  'relative isolate flex aspect-[116/136] flex-col justify-end overflow-hidden rounded-18 p-10 text-on-play transition-transform duration-(--dur-2) active:scale-97'

/** The games that can be played, each with the return the house publishes; the others say that they are coming. */
export function GameTiles() {
  const t = useText()
  const { percent } = useFormat()
  const rules = useCall('GET /api/app/games/rules', { loading: false }, { staleTime: rulesStayMs })
  return (
    <div className="grid grid-cols-3 gap-10 roomy:grid-cols-2">
      {smallGames.map(({ game, text }) => {
        const share = rules.data?.find((rule) => rule.game === game)?.returnToPlayer
        const face = (note: string | undefined) => (
          <>
            <GameArt game={game} className="absolute inset-0 -z-1" />
            <span className="text-16 leading-[1.05] font-800 tracking-tighter">{t(text)}</span>
            <span className="mt-3 min-h-14 text-11 font-500">{note}</span>
          </>
        )
        if (!hasPage(game)) {
          return (
            <button
              key={game}
              type="button"
              onClick={() => toast(t('app.game.closed', { game: t(text) }))}
              className={`${tile} cursor-pointer text-start grayscale-[.65]`}
            >
              {face(t('app.game.soon'))}
            </button>
          )
        }
        return (
          <Link key={game} href={hrefOf(game)} onPointerDown={() => pageOf(game)?.preload()} className={tile}>
            {face(share === undefined ? undefined : t('app.game.return', { share: percent(share, 2) }))}
          </Link>
        )
      })}
    </div>
  )
}
