import type { SportState } from '@palpite/contract'
import { type ComponentType, lazy } from 'react'
import { loadChunk } from '../../../shared/feature.ts'
import type { Sport } from '../../../shared/sports.ts'
import type { Drawing } from './tracker/drawing.ts'

/** A drawing accepts only its family's state; the table below pairs each sport with one. */
type AnyDrawing = ComponentType<Drawing<SportState['family']>>

const drawn = <F extends SportState['family']>(load: () => Promise<ComponentType<Drawing<F>>>) =>
  lazy(async () => ({ default: (await loadChunk(load)) as unknown as AnyDrawing }))

const netCourt = drawn<'sets'>(() => import('./tracker/NetCourt.tsx').then((module) => module.NetCourt))

/** Each sport's field, loaded with the first opened match. */
export const trackers: Readonly<Record<Sport, ComponentType<Drawing<SportState['family']>>>> = {
  football: drawn<'football'>(() => import('./tracker/Pitch.tsx').then((module) => module.Pitch)),
  basketball: drawn<'quarters'>(() =>
    import('./tracker/BasketballCourt.tsx').then((module) => module.BasketballCourt),
  ),
  american_football: drawn<'quarters'>(() =>
    import('./tracker/Gridiron.tsx').then((module) => module.Gridiron),
  ),
  tennis: netCourt,
  volleyball: netCourt,
  badminton: netCourt,
  table_tennis: netCourt,
  snooker: drawn<'frames'>(() => import('./tracker/SnookerTable.tsx').then((module) => module.SnookerTable)),
  boxing: drawn<'fight'>(() => import('./tracker/Ring.tsx').then((module) => module.Ring)),
  baseball: drawn<'baseball'>(() => import('./tracker/Diamond.tsx').then((module) => module.Diamond)),
  cricket: drawn<'cricket'>(() => import('./tracker/Oval.tsx').then((module) => module.Oval)),
  racing: drawn<'race'>(() => import('./tracker/Track.tsx').then((module) => module.Track)),
}
