import type { Fixture } from '../../../shared/fixture.ts'

const halfMinutes = 45

/** Each half's progress as a fraction; added time counts as its end. */
export const halvesPlayed = ({
  matchStatus,
  clock,
}: Pick<Fixture, 'matchStatus' | 'clock'>): readonly [number, number] => {
  const minute = clock?.minute ?? null
  const share = (played: number) => Math.min(1, Math.max(0, played / halfMinutes))
  if (matchStatus === 1) return [share(minute ?? 0), 0]
  if (matchStatus === 2) return [1, 0]
  return matchStatus === 3 ? [1, share((minute ?? halfMinutes) - halfMinutes)] : [1, 1]
}
