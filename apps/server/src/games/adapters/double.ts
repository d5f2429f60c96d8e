import {
  ALGORITHM_VERSIONS,
  DOUBLE_PAYS,
  DOUBLE_SLOTS,
  doubleColour,
  doublePayoutCents,
  doubleReturnToPlayer,
  rollDouble,
} from '@palpite/games'
import { cents } from '@palpite/money'
import { sharedGame, asShare, payoutOf } from './adapter.ts'

const slots = Array.from({ length: DOUBLE_SLOTS }, (_, slot) => slot)

/** Double: a strip of fifteen slots stops on a colour, the same for everybody. */
export const double = sharedGame('double', {
  rulesVersion: ALGORITHM_VERSIONS.double,
  publishedChoice: { colour: 'red' },
  refuseChoice: () => undefined,
  maxStakeCents: ({ colour }, maxPayoutCents) => Math.floor((maxPayoutCents * 100) / DOUBLE_PAYS[colour]),
  returnToPlayer: ({ colour }) => asShare(doubleReturnToPlayer(colour)),
  chance: ({ colour }) => slots.filter((slot) => doubleColour(slot) === colour).length / DOUBLE_SLOTS,
  roomOf: () => 'double',
  pickOf: ({ colour }) => colour,
  maxLiabilityCents: (centsByPick) =>
    Math.max(
      ...(['white', 'red', 'black'] as const).map((colour) =>
        payoutOf(centsByPick.get(colour) ?? 0, DOUBLE_PAYS[colour]),
      ),
    ),
  waiting: { slot: null },
  outcomes: DOUBLE_SLOTS,
  draw: rollDouble,
  resolve: (slot, { stakeCents, choice: { colour } }) => {
    const hasWon = doubleColour(slot) === colour
    return {
      status: hasWon ? 'won' : 'lost',
      payoutCents: doublePayoutCents(cents(stakeCents), colour, slot),
      multiplierE4: hasWon ? DOUBLE_PAYS[colour] * 100 : 0,
      state: { slot },
    }
  },
})
