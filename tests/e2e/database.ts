import { type Db, openDb } from '../../apps/server/src/platform/db/index.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import type { Seeds } from '../../packages/games/src/index.ts'
import { test as base } from './test.ts'

/** Each world's owner database address, by data folder: `startPostgres` is called once for each. */
const ownerUrls = new Map<string, Promise<string>>()

function ownerUrlOf(dataDir: string): Promise<string> {
  const url = ownerUrls.get(dataDir) ?? startPostgres({ dataDir }).then(({ ownerUrl }) => ownerUrl)
  ownerUrls.set(dataDir, url)
  return url
}

/** `test` with the world's database as its owner: for what no call shows or causes. */
export const test = base.extend<{ db: Db }>({
  db: async ({ world }, use) => {
    const url = await ownerUrlOf(world.dataDir)
    const db = openDb({ url, connections: 1, onLostConnection: () => {} })
    await use(db)
    await db.close()
  },
})

/** The seeds of this player's one open round, which only the database knows. */
export async function seedsOfOpen(db: Db, { email }: { email: string }): Promise<Seeds> {
  const [seeds] = await db<Seeds[]>`
    select pair.server_seed as "serverSeed", pair.client_seed as "clientSeed", round.nonce
      from games_round round
      join games_seed_pair pair on pair.id = round.seed_pair_id
      join identity_player player on player.id = round.player_id
     where player.email = ${email} and round.status = 'open'`
  if (!seeds) throw new Error('no round is open')
  return seeds
}
