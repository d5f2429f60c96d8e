import { grantFreeRounds, openGames } from '../../apps/server/src/games/index.ts'
import { launchGame } from '../../apps/server/src/games/sessions/launch-game.ts'
import { registerStudio } from '../../apps/server/src/games/sessions/catalogues.ts'
import { writeCatalogue } from '../../apps/server/src/games/sessions/queries.ts'
import { recordKyc, registerPlayers } from '../../apps/server/src/identity/index.ts'
import { lockAccounts, move, post } from '../../apps/server/src/ledger/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { openServer } from '../../apps/server/src/platform/http/server.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import type { KitTerms } from './run-kit.ts'

const key = { keyId: 'kit-1', secret: 'the secret of the kit, of no other' }
const code = 'kit-game'
const CENTS = 10_000

/** Our own wallet over this database, on its own port, with a studio, its game, and two players. */
export async function openOwnWallet(deps: Deps): Promise<KitTerms & { close: () => Promise<void> }> {
  const app = await openServer(deps)
  const games = openGames(deps, { policy: policyOf(deps.config) })
  games.routes({ app, authenticate: async () => undefined, admit: async () => true })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await registerStudio(deps, { id: 'kit', name: 'Kit', baseUrl: url, ...key })
  await deps.db.begin((tx) =>
    writeCatalogue(
      tx,
      { id: 'kit', baseUrl: url },
      {
        games: [
          {
            code,
            name: 'Kit',
            tags: [],
            returnPpm: 950_000,
            volatility: 'low',
            picture: '/kit.svg',
            launch: '/kit',
            hasDemo: false,
            minStakeCents: 1,
            maxStakeCents: 100_000,
          },
        ],
      },
    ),
  )
  const [funded, blocked] = await twoPlayers(deps)
  const [fundedToken, blockedToken] = [await launch(deps, funded), await launch(deps, blocked)]
  await owe(deps, blocked)
  await giveFreeRounds(deps, funded)
  return { url, ...key, fundedToken, blockedToken, close: () => app.close() }
}

async function twoPlayers(deps: Deps): Promise<[number, number]> {
  const answers = await registerPlayers(
    deps,
    [1, 2].map((number) => ({
      email: `kit-${number}@palpite.example`,
      passwordHash: 'no password opens this account',
      phone: null,
      ip: '127.0.0.1',
    })),
  )
  const ids = answers.flatMap((answer) => (answer.ok ? [answer.value.playerId] : []))
  const [one, other] = ids
  if (one === undefined || other === undefined) throw new Error('two players register')
  await deps.db.begin(async (tx) => {
    await recordKyc(tx, [{ playerId: one, name: 'Ana Lima', cpf: '52998224725', birthDate: '1990-01-01' }])
    const batch = await lockAccounts(tx, ids)
    for (const playerId of ids) {
      move(batch, { key: `kit:${playerId}`, from: 'opening', to: { playerId, kind: 'cash' }, cents: CENTS })
    }
    await post(tx, batch)
  })
  return [one, other]
}

async function launch(deps: Deps, playerId: number): Promise<string> {
  const launched = await launchGame(deps, { playerId, code, lang: 'en' })
  if (!launched.ok) throw new Error(`the game was not launched: ${launched.refusal.code}`)
  return launched.value.frameUrl.split('#token=')[1] ?? ''
}

async function giveFreeRounds(deps: Deps, playerId: number): Promise<void> {
  const endsAt = new Date(Date.now() + 24 * 60 * 60 * 1000)
  const gift = {
    playerId,
    requestId: 'kit-free-rounds-0',
    gameCode: code,
    rounds: 3,
    stakeCents: 100,
    endsAt,
  }
  const policy = policyOf(deps.config)
  const [given] = await deps.db.begin((tx) => grantFreeRounds(tx, { random: deps.random, policy }, [gift]))
  if (!given?.ok) throw new Error('free rounds are given')
}

/** The gate refuses indebted and excluded players alike, and studios get the same refusal. */
const owe = (deps: Deps, playerId: number) =>
  deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'debt'])
    move(batch, { key: `kit:${playerId}:owed`, from: { playerId, kind: 'debt' }, to: 'pix_in', cents: 100 })
    await post(tx, batch)
  })
