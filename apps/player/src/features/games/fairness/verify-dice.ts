import { plainHmac, rollDice, seedHash } from '@palpite/games'

export type SeedsToVerify = { serverSeed: string; serverSeedHash: string; clientSeed: string; nonce: number }

/** What the seeds make: whether they are the ones that were committed to, and the roll in hundredths. */
export const verifyDice = ({ serverSeed, serverSeedHash, clientSeed, nonce }: SeedsToVerify) => ({
  isCommitted: serverSeedHash === '' || seedHash(serverSeed) === serverSeedHash.trim().toLowerCase(),
  rollHundredths: rollDice(plainHmac, { serverSeed, clientSeed, nonce }),
})
