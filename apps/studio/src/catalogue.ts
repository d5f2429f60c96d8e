import type { Catalogue } from '@palpite/contract/studio'
import { countSlotRound, crashReturnToPlayer } from '@palpite/games'

const ppm = ({ n, d }: { n: bigint; d: bigint }): number => Number((n * 1_000_000n) / d)

/** The slot's hit rate in spins per million, counted over all positions of its reels. */
export const slotHitsPpm = (): number => ppm(countSlotRound().hitRate)

/** The studio's games. Returns are computed, not typed in: the slot's over every position of its reels. */
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
