import { cx, VipBadge } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import { Row } from '../../../shared/row/Row.tsx'
import { useText } from '../../../shared/text/text.ts'
import type { VipLevel } from './vip-level.ts'

type Props = {
  levels: readonly VipLevel[]
  chosen: number
  own: number | undefined
  onChoose: (level: number) => void
}

/** The levels side by side, the player's marked; the selected one's benefits are below. */
export function LevelRow({ levels, chosen, own, onChoose }: Props) {
  const t = useText()
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const mark = row.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (mark && row.current) row.current.scrollLeft = mark.offsetLeft - row.current.clientWidth / 2 + 32
  }, [chosen])
  return (
    <Row label={t('rewards.vip.levels')}>
      <div ref={row} className="no-bar relative -mx-12 flex snap-x scroll-px-12 gap-8 overflow-x-auto px-12">
        {levels.map(({ level }) => (
          <button
            key={level}
            type="button"
            aria-pressed={level === chosen}
            onClick={() => onChoose(level)}
            className={cx(
              'grid min-w-72 shrink-0 cursor-pointer snap-center justify-items-center gap-4 rounded-14 px-6 py-10 text-12 font-600',
              level === chosen ? 'bg-surface-3 text-text' : 'bg-surface-1 text-text-2 hover:bg-surface-2',
            )}
          >
            <VipBadge
              level={level}
              className={cx('size-44', own !== undefined && level > own && 'opacity-60')}
            />
            {level === own ? t('rewards.vip.you') : t('rewards.vip.level', { level })}
          </button>
        ))}
      </div>
    </Row>
  )
}
