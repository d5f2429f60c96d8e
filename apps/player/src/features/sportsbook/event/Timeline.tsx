import type { Fixture } from '../../../shared/fixture.ts'
import { halvesPlayed } from './halves-played.ts'

/** A match's progress, one bar per half. The clock beside it says it in words. */
export function Timeline({ fixture }: { fixture: Fixture }) {
  return (
    <div aria-hidden="true" className="mt-14 grid grid-cols-2 gap-4">
      {halvesPlayed(fixture).map((share, half) => (
        <ProgressBar key={half} share={share} />
      ))}
    </div>
  )
}

/** A fraction from 0 to 1 as a bar, with the words beside it. */
export const ProgressBar = ({ share, className = '' }: { share: number; className?: string }) => (
  <div aria-hidden="true" className={`h-4 overflow-hidden rounded-full bg-surface-3 ${className}`}>
    <div
      className="h-full rounded-full bg-linear-to-r from-live/50 to-live transition-[width] duration-(--dur-4)"
      style={{ width: `${share * 100}%` }}
    />
  </div>
)
