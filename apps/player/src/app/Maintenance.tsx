import type { MaintenancePart } from '@palpite/contract'
import { Suspense } from 'react'
import { lazilyIn } from '../shared/feature.ts'
import type { ScreenName } from '../shared/paths.ts'
import { useClosed } from '../shared/use-closed.ts'

const lazily = lazilyIn('shared')
const ClosedNote = lazily(() => import('../shared/ClosedNote.tsx').then((module) => module.ClosedNote))

const games: readonly MaintenancePart[] = ['games']
const bets: readonly MaintenancePart[] = ['bets']
const both: readonly MaintenancePart[] = ['bets', 'games']
const none: readonly MaintenancePart[] = []

/** What a screen lets players begin. Maintenance of everything is shown on every screen. */
const partsOf: { readonly [S in ScreenName]?: readonly MaintenancePart[] } = {
  home: both,
  registered: both,
  footballPage: bets,
  event: bets,
  play: games,
  mines: games,
  dice: games,
  limbo: games,
  luckyColor: games,
  rowDouble: games,
  double: games,
  conta: ['deposits', 'withdrawals'],
}

/** The bar above a screen whose part is closed for maintenance. It comes and goes by itself. */
export function Maintenance({ screen }: { screen: ScreenName }) {
  const closed = useClosed(partsOf[screen] ?? none)
  if (closed.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ClosedNote closed={closed} />
    </Suspense>
  )
}
