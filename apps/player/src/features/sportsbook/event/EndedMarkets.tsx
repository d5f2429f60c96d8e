import { Icon } from '@palpite/ui'
import { useId, useState } from 'react'
import type { Fixture } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { MarketCard } from './MarketCard.tsx'
import type { MarketGroup } from './market-groups.ts'

type Props = {
  fixture: Fixture
  groups: readonly MarketGroup[]
  pins: readonly string[]
  frozen: boolean
}

/** The closed markets, folded below the open ones. */
export function EndedMarkets({ fixture, groups, pins, frozen }: Props) {
  const t = useText()
  const bodyId = useId()
  const [open, setOpen] = useState(false)
  return (
    <section className="grid gap-8">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
          className="hairline flex finger-46 w-full cursor-pointer touch-manipulation items-center gap-8 rounded-18 px-12 text-start text-13 font-600 text-text-2 hover:bg-surface-2 hover:text-text"
        >
          <span className="flex-1">{t('sportsbook.event.ended', { count: groups.length })}</span>
          <Icon name={open ? 'caret-up-bold' : 'caret-down-bold'} className="size-16" />
        </button>
      </h2>
      <div id={bodyId} hidden={!open} className="grid gap-8">
        {open &&
          groups.map((group) => (
            <MarketCard
              key={group.key}
              fixture={fixture}
              group={group}
              pinned={pins.includes(group.key)}
              startsOpen
              frozen={frozen}
            />
          ))}
      </div>
    </section>
  )
}
