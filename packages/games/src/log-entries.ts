/** A server seed's entry in the public log: its hash, committed before its rounds. */
export const seedEntry = (serverSeedHash: string): string => `seed ${serverSeedHash}`

/** A room chain's entry in the public log: its first seed's hash, and the salt of its draws. */
export const chainEntry = (chain: { room: string; commitment: string; salt: string }): string =>
  `chain ${chain.room} ${chain.commitment} ${chain.salt}`

/** A ledger day's (UTC) entry in the public log: the root over its rows, and their counts. */
export const ledgerEntry = (day: {
  day: string
  rootHash: string
  transferCount: number
  entryCount: number
}): string => `ledger ${day.day} ${day.rootHash} ${day.transferCount} ${day.entryCount}`
