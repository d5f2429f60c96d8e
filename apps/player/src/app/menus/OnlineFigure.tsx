import { CountUp, Icon } from '@palpite/ui'
import { useState } from 'react'
import { anyShare } from '../../shared/any-share.ts'
import { useCall } from '../../shared/api/use-call.ts'
import { onlineFigure, shortFigure } from '../../shared/online-figure.ts'
import { useText } from '../../shared/text/text.ts'
import { useIsStill } from '../../shared/use-is-still.ts'

const figureStaysMs = 60_000

/**
 * Shows how many players are online. A true count is labelled as players. A figure computed from it is labelled as activity,
 * with its formula below, as on the rules page.
 */
export function OnlineFigure() {
  const t = useText()
  const isStill = useIsStill()
  const [random] = useState(anyShare)
  const { data } = useCall('GET /api/app/games/online', { loading: false }, { staleTime: figureStaysMs })
  if (!data) return undefined
  const figure = onlineFigure(data, random)
  const mark = t('games.stake.mark')
  return (
    <p className="flex flex-wrap items-baseline gap-x-6 gap-y-2 pb-10 text-13 text-text-2">
      <Icon name="trend-up-bold" className="size-16 self-center text-win" />
      <span>{t(data.isCount ? 'app.online.players' : 'app.online.index')}</span>
      <span className="text-16 font-800 text-text">
        <CountUp count={figure} isStill={isStill} textOf={(count) => shortFigure(count, mark)} />
      </span>
      {!data.isCount && <span className="basis-full text-12">{t('app.online.note')}</span>}
    </p>
  )
}
