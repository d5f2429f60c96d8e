import type { Calls } from '@palpite/contract'
import { cx } from '@palpite/ui'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFormat } from '../../../shared/format/use-format.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'

export type StudioGame = Calls['GET /api/app/game/catalogue']['data'][number]

const volatilityTexts = {
  low: 'play.volatility.low',
  medium: 'play.volatility.medium',
  high: 'play.volatility.high',
} as const

type Props = {
  game: StudioGame
  /** On a desktop the picture is beside the words if there are few games. */
  isRow?: boolean
  children?: ReactNode
}

/** A studio game: picture, name, exact return and volatility. */
export function GameCard({ game, isRow = false, children }: Props) {
  const t = useText()
  const { percent } = useFormat()
  return (
    <li className="hairline frame-hover relative flex flex-col overflow-hidden rounded-18 bg-surface-1">
      <Link
        href={hrefOf('play', { game: game.code })}
        className={cx(
          'block',
          isRow && 'wide:grid wide:grid-cols-[calc(var(--spacing)*112)_minmax(0,1fr)] wide:items-center',
        )}
      >
        <img src={game.pictureUrl} alt="" loading="lazy" className="aspect-4/3 w-full object-cover" />
        <span className="grid gap-2 px-12 py-10">
          <b className="text-16 font-700">{game.name}</b>
          <span className="text-12 text-text-2">
            {t('play.card.return', { percent: percent(game.returnPpm / 1_000_000, 2) })}
            {' · '}
            {t(volatilityTexts[game.volatility])}
          </span>
        </span>
      </Link>
      {children}
    </li>
  )
}
