import type { Catalogue } from '@palpite/contract/studio'
import { countSlotRound, crashReturnToPlayer } from '@palpite/games'

const ppm = ({ n, d }: { n: bigint; d: bigint }): number => Number((n * 1_000_000n) / d)

/** Of a million spins of the slot so many pay something, over all positions of its reels. */
export const slotHitsPpm = (): number => ppm(countSlotRound().hitRate)

/** What this studio offers. The returns are counted, not stated: the slot's by every position of its reels. */
export const ownCatalogue = (): Catalogue => ({
  games: [
    {
      code: 'palpite-slot',
      name: 'Craque de Ouro',
      tags: ['slots', 'free-spins'],
      returnPpm: ppm(countSlotRound().returnToPlayer),
      volatility: 'medium',
      picture: '/art/slot.svg',
      launch: '/slot',
      hasDemo: true,
      minStakeCents: 20,
      maxStakeCents: 50_000,
    },
    {
      code: 'palpite-crash',
      name: 'Pipa',
      tags: ['crash', 'shared'],
      returnPpm: ppm(crashReturnToPlayer(200)),
      volatility: 'high',
      picture: '/art/crash.svg',
      launch: '/crash',
      hasDemo: true,
      minStakeCents: 100,
      maxStakeCents: 50_000,
    },
  ],
})
