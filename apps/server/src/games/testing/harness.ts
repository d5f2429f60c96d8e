import { setOwnLimits } from '../../../../../tools/test/own-limits.ts'
import { gameCodes } from '@palpite/contract'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { recordKyc, registerPlayers, writeCheckedDocuments } from '../../identity/index.ts'
import { move, lockAccounts, post, verifyLedger, readBalances } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Random } from '../../platform/crypto.ts'
import type { Result } from '../../platform/result.ts'
import { policyOf } from '../../protection/index.ts'
import { gamesClearing, openGames, verifyRounds } from '../index.ts'
import { type GamesSettings, gamesSettings } from '../settings.ts'
import type { PlayRound } from '../rounds/rules.ts'
import type { RoundRow } from '../rounds/queries.ts'
import { rotateSeeds } from '../seeds/seeds.ts'
import { launchGame, tokenHash } from '../sessions/launch-game.ts'
import { selectOpenSession, consumeToken, writeCatalogue } from '../sessions/queries.ts'
import { registerStudio } from '../sessions/catalogues.ts'
import type { WalletRequest } from '../wallet-api/wallet-state.ts'

/** Constant seeds, so that the same bet at the same nonce has the same roll for everybody and every run. */
const sameSeeds = (random: Random): Random => ({ ...random, hex: (bytes) => 'c5'.repeat(bytes) })

/** No minimum time between rounds: tests play many in a list without sleeping. */
const atOnce: Partial<GamesSettings> = Object.fromEntries(
  gameCodes.map((game) => [game, { ...gamesSettings[game], minRoundMs: 0 }]),
)

/** The module over its own database, with common test actions. */
export async function openHarness(env: Readonly<Record<string, string>> = {}) {
  const { deps: plain, close } = await openTestDeps(env)
  const deps: Deps = { ...plain, random: sameSeeds(plain.random) }
  const open = (settings = atOnce) => openGames(deps, { policy: policyOf(deps.config), settings })
  let count = 0
  const fund = (playerId: number, cents: number, kind: 'cash' | 'bonus' = 'cash') => {
    count += 1
    const key = `test:${count}`
    return deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      move(batch, { key, from: 'opening', to: { playerId, kind }, cents })
      await post(tx, batch)
    })
  }
  const owe = (playerId: number, cents: number) => {
    count += 1
    const key = `test:${count}`
    return deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'debt'])
      move(batch, { key, from: { playerId, kind: 'debt' }, to: 'pix_in', cents })
      await post(tx, batch)
    })
  }
  return {
    deps,
    games: open(),
    /** The same module on another server, or with other settings. */
    open,
    fund,
    /** Puts the player in debt, as after a reversed top-up. */
    owe,
    /** Reveals the seeds of this player and begins the next pair. */
    rotateSeeds: (playerId: number) => rotateSeeds(deps, playerId, 'mine'),
    /** A new player with this much cash. */
    newPlayer: async (cents: number): Promise<number> => {
      count += 1
      const playerId = 1000 + count
      if (cents > 0) await fund(playerId, cents)
      return playerId
    },
    /** The same, identified. */
    newIdentifiedPlayer: async (cents: number): Promise<number> => {
      count += 1
      const [answer] = await registerPlayers(deps, [
        { email: `player${count}@example.com`, passwordHash: 'x', phone: null, ip: '10.0.0.1' },
      ])
      if (!answer?.ok) throw new Error('a player registers')
      const { playerId } = answer.value
      await deps.db.begin(async (tx) => {
        const person = { playerId, name: 'Ana Lima', cpf: '52998224725', birthDate: '1990-01-01' }
        await recordKyc(tx, [person])
        await writeCheckedDocuments(tx, [person])
      })
      await setOwnLimits(deps, [playerId])
      await fund(playerId, cents)
      return playerId
    },
    balances: async (playerId: number) => (await readBalances(deps.db, [playerId])).get(playerId),
    verify: async () => [...(await verifyLedger(deps.db, gamesClearing())), ...(await verifyRounds(deps.db))],
    close,
  }
}

export type Harness = Awaited<ReturnType<typeof openHarness>>

let requests = 0

/** A round request: R$ 0.10 on a roll over 50.50 by default. */
export function requestOf(playerId: number, own: Partial<PlayRound> = {}): PlayRound {
  requests += 1
  return {
    playerId,
    requestId: `test-request-${String(requests).padStart(8, '0')}`,
    game: 'dice',
    stakeCents: 10,
    choice: { direction: 'over', targetHundredths: 5050 },
    ...own,
  }
}

/** A bet that almost never wins, and with the test's seeds never does. */
export const hopeless = { direction: 'under', targetHundredths: 1 } as const

/** The refusal code, or `played`. */
export const codeOf = (answer: Result<RoundRow> | undefined) => (answer?.ok ? 'played' : answer?.refusal.code)

const studioId = 'acme'
const game = {
  code: 'acme-reels',
  name: 'Reels',
  tags: ['slots'],
  returnPpm: 950_000,
  volatility: 'medium' as const,
  picture: '/reels.svg',
  launch: '/reels',
  hasDemo: true,
  minStakeCents: 10,
  maxStakeCents: 100_000,
}

/** The studio, its key and its two games. Registered once however often it is called. */
export async function openStudio({ deps }: Pick<Harness, 'deps'>) {
  const terms = {
    id: studioId,
    name: 'Acme',
    baseUrl: 'http://127.0.0.1:9',
    keyId: 'acme-1',
    secret: 'x'.repeat(32),
  }
  await registerStudio(deps, terms)
  await registerStudio(deps, terms)
  const studio = { id: studioId, baseUrl: terms.baseUrl }
  const games = [game, { ...game, code: 'acme-other' }]
  await deps.db.begin((tx) => writeCatalogue(tx, studio, { games }))
}

/** Opens a game for a player; returns its launch token. */
export async function launch(
  { deps }: Pick<Harness, 'deps'>,
  playerId: number,
  code = game.code,
): Promise<string> {
  const launched = await launchGame(deps, { playerId, code, lang: 'en' })
  if (!launched.ok) throw new Error(launched.refusal.code)
  return launched.value.frameUrl.split('#token=')[1] ?? ''
}

export const openSessionOf = ({ deps }: Pick<Harness, 'deps'>, playerId: number) =>
  selectOpenSession(deps.db, playerId)

/** The session a studio gets for a token. */
export const exchange = ({ deps }: Harness, token: string, of = studioId) =>
  consumeToken(deps.db, tokenHash(token), of)

let count = 0
/** A unique name. */
const fresh = (what: string) => `${what}-${(count += 1)}`

/** A player in the game, and the wallet requests of their studio. */
export async function playerInGame(harness: Harness, cents: number, isIdentified = false) {
  const playerId = await (isIdentified ? harness.newIdentifiedPlayer(cents) : harness.newPlayer(cents))
  const token = await launch(harness, playerId)
  const session = (await openSessionOf(harness, playerId)) ?? ''
  const roundId = fresh('round')
  const of = { studioId, session, roundId }
  const debit = (stake: number, own: { transactionId?: string; roundId?: string } = {}): WalletRequest => ({
    ...of,
    kind: 'debit',
    transactionId: fresh('debit'),
    cents: stake,
    ...own,
  })
  const credit = (win: number, endsRound = true): WalletRequest => ({
    ...of,
    kind: 'credit',
    transactionId: fresh('credit'),
    cents: win,
    endsRound,
  })
  const rollback = (refersTo: string): WalletRequest => ({
    ...of,
    kind: 'rollback',
    transactionId: fresh('rollback'),
    refersTo,
  })
  const free = (grant: string, win: number): WalletRequest => ({
    ...of,
    roundId: fresh('round'),
    kind: 'free',
    transactionId: fresh('free'),
    grant,
    cents: win,
  })
  const end = (): WalletRequest => ({ ...of, kind: 'end' })
  const balance = async () => {
    const { cashCents = 0, bonusCents = 0 } = (await harness.balances(playerId)) ?? {}
    return cashCents + bonusCents
  }
  return { playerId, session, roundId, debit, credit, rollback, free, end, balance, token }
}
