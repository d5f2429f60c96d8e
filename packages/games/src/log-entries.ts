/** What stands in the public log for a server seed, of which only the hash is told: committed to before its rounds. */
export const seedEntry = (serverSeedHash: string): string => `seed ${serverSeedHash}`

/** What stands in the public log for a chain of a room: the hash of its first seed, and what its draws are salted with. */
export const chainEntry = (chain: { room: string; commitment: string; salt: string }): string =>
  `chain ${chain.room} ${chain.commitment} ${chain.salt}`

/** What stands in the public log for a day (UTC) of the ledger: the root over its rows, and how many those were. */
export const ledgerEntry = (day: {
  day: string
  rootHash: string
  transferCount: number
  entryCount: number
}): string => `ledger ${day.day} ${day.rootHash} ${day.transferCount} ${day.entryCount}`
