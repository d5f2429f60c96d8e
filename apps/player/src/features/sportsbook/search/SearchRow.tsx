import { type Glyph, Icon } from '@palpite/ui'
import type { ReactNode } from 'react'
import { type Fixture, fixtureName, isLive } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { MatchClock } from '../../../shared/match/MatchClock.tsx'
import { sportViews } from '../../../shared/sports.ts'

/** The results of one kind, under its name. */
export function SearchGroup({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="grid grid-cols-1 gap-6">
      <div className="flex items-center justify-between px-8">
        <h3 className="text-12 font-600 text-text-2">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A search result as a card. */
export function SearchRow({
  icon,
  onPress,
  children,
}: {
  icon: Glyph
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="hairline flex finger-48 w-full cursor-pointer items-center gap-10 rounded-14 bg-surface-1 px-12 py-8 text-start text-14 hover:bg-surface-2 active:bg-surface-3"
    >
      <Icon name={icon} className="size-20 shrink-0 text-text-2" />
      {children}
    </button>
  )
}

/** A found match: sides, league, time or progress. */
export function FoundMatch({ fixture, onPress }: { fixture: Fixture; onPress: () => void }) {
  return (
    <SearchRow icon={sportViews[fixture.sport].icon} onPress={onPress}>
      <span className="min-w-0 flex-1">
        <span className="block font-600">{fixtureName(fixture)}</span>
        <span className="block text-12 text-text-2">{fixture.competition}</span>
      </span>
      <When fixture={fixture} />
    </SearchRow>
  )
}

function When({ fixture }: { fixture: Fixture }) {
  const { start } = useFormat()
  return (
    <span className="shrink-0 text-12">
      {isLive(fixture) ? (
        <MatchClock fixture={fixture} />
      ) : (
        <time dateTime={fixture.startsAt} className="text-text-2">
          {start(fixture, 'kickOff')}
        </time>
      )}
    </span>
  )
}
