import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { SmallGame } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'

/** The server caches them for two seconds; wins change slowly, so every ten seconds is enough. */
const askedEveryMs = 10_000

/** A line as high as one with text. */
const NO_WORDS = '\u00a0'

/**
 * The last wins of this game, newest first, each by its gain beyond the stake; as many as fit. Its height is constant,
 * so nothing below moves.
 */
export function LastWins({ game }: { game: SmallGame }) {
  const t = useText()
  const format = useFormat()
  const { data } = useCall(
    'GET /api/app/games/wins/:game',
    { params: { game }, loading: false },
    { refetchInterval: askedEveryMs },
  )
  return (
    <section aria-label={t('games.wins.title')} className="grid min-w-0 grid-cols-1 gap-6">
      <h2 className="text-12 font-600 text-text-2">{t('games.wins.title')}</h2>
      {data === undefined || data.length === 0 ? (
        <Win who={data ? t('games.wins.none') : NO_WORDS} won={NO_WORDS} as="p" />
      ) : (
        <ol className="relative grid min-w-0 auto-rows-[0] grid-cols-[repeat(auto-fill,minmax(calc(var(--spacing)*112),1fr))] grid-rows-[auto] gap-x-6 roomy:grid-cols-1 overflow-clip">
          {data.map(({ winId, who, stakeCents, payoutCents, multiplierE4 }) => (
            <Win
              key={winId}
              who={`${who} · ${format.multiplier(multiplierE4)}`}
              won={format.money(payoutCents - stakeCents)}
              as="li"
            />
          ))}
        </ol>
      )}
    </section>
  )
}

function Win({ who, won, as: Tag }: { who: string; won: string; as: 'li' | 'p' }) {
  return (
    <Tag className="grid content-start overflow-hidden hairline rounded-11 bg-surface-2 px-10 py-6 text-11 leading-tight text-text-2">
      <span>{who}</span>
      <span className="text-13 font-700 text-win">{won}</span>
    </Tag>
  )
}
