import type { Calls } from '@palpite/contract'
import { plainHmac, rollDice, seedHash } from '@palpite/games'

export type RoundToVerify = Calls['GET /api/app/games/rounds/:roundId']['data']

export type SeedsToVerify = { serverSeed: string; serverSeedHash: string; clientSeed: string; nonce: number }

/** The seeds as they stand in the verifier's fields, where the nonce may be any words yet. */
export type TypedSeeds = Omit<SeedsToVerify, 'nonce'> & { nonce: string }

/** What the seeds make: whether they are the ones that were committed to, and the roll in hundredths. */
export const verifyDice = ({ serverSeed, serverSeedHash, clientSeed, nonce }: SeedsToVerify) => ({
  isCommitted: serverSeedHash === '' || seedHash(serverSeed) === serverSeedHash.trim().toLowerCase(),
  rollHundredths: rollDice(plainHmac, { serverSeed, clientSeed, nonce }),
})

/** What is known of a round's seeds, to begin with: the server seed is empty until it is revealed. */
export const seedsOf = ({ serverSeed, serverSeedHash, clientSeed, nonce }: RoundToVerify): TypedSeeds => ({
  serverSeed: serverSeed ?? '',
  serverSeedHash,
  clientSeed,
  nonce: String(nonce),
})

/** Are these the seeds of this round? A server seed that was mistyped is still meant for it. */
export const isMeantFor = (typed: TypedSeeds, round: RoundToVerify): boolean => {
  const { serverSeedHash, clientSeed, nonce } = seedsOf(round)
  return typed.serverSeedHash === serverSeedHash && typed.clientSeed === clientSeed && typed.nonce === nonce
}
