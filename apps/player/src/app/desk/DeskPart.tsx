import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useSlip } from '../../features/sportsbook/index.ts'
import { placeOf, type ScreenName } from '../../shared/paths.ts'
import { useIsBroad } from '../../shared/use-is-wide.ts'
import { DeskFooter } from './DeskFooter.tsx'
import { DeskStart } from './DeskStart.tsx'
import { SideSlip } from './SideSlip.tsx'

type Props = {
  part: 'start' | 'side' | 'foot'
  screen: ScreenName
}

/** One of the parts around every desktop page: before, beside, below. */
export function DeskPart({ part, screen }: Props) {
  const { desk } = placeOf(screen)
  const [search] = useSearchParams()
  const hasLegs = useSlip((slip) => slip.legs.length > 0)
  const isBroad = useIsBroad()
  // After the last bet it stays for the receipt until the player continues.
  const [shownOn, showOn] = useState<ScreenName>()
  if (hasLegs && shownOn !== screen) showOn(screen)
  if (part === 'start') return <DeskStart hasPrices={desk === 'slip'} />
  // A studio game fills the window: a footer behind it would shine through and take keyboard focus.
  const isFilled = screen === 'play' && search.has('game')
  if (part === 'foot') return isFilled ? null : <DeskFooter screen={screen} />
  // A one-column page leaves room for a non-empty slip in a wide window.
  return desk === undefined && (hasLegs || shownOn === screen) && isBroad ? <SideSlip /> : null
}
