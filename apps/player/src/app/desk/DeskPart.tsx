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

/** One of the parts that stand around every page on a desk: before it, beside it, below it. */
export function DeskPart({ part, screen }: Props) {
  const { desk } = placeOf(screen)
  const [search] = useSearchParams()
  const hasLegs = useSlip((slip) => slip.legs.length > 0)
  const isBroad = useIsBroad()
  // Its last bet placed, it stays for the receipt, until its player goes on.
  const [shownOn, showOn] = useState<ScreenName>()
  if (hasLegs && shownOn !== screen) showOn(screen)
  if (part === 'start') return <DeskStart hasPrices={desk === 'slip'} />
  // A game of a studio takes the whole window: a foot behind it would shine through, and take the tab key.
  const isFilled = screen === 'play' && search.has('game')
  if (part === 'foot') return isFilled ? null : <DeskFooter screen={screen} />
  // A page in one column leaves room for the slip, once there is something in it and the window is broad.
  return desk === undefined && (hasLegs || shownOn === screen) && isBroad ? <SideSlip /> : null
}
