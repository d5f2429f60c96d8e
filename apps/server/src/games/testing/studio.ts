import { launchGame, tokenHash } from '../sessions/launch-game.ts'
import { selectOpenSession, consumeToken, writeCatalogue } from '../sessions/queries.ts'
import { registerStudio } from '../sessions/register-studio.ts'
import type { WalletRequest } from '../wallet-api/wallet-state.ts'
import type { Harness } from './harness.ts'

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

/** The studio, its key and its two games. Asked twice it is taken on once. */
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

/** Opens a game for a player; answers its launch token. */
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

/** The session that a studio gets for a token. */
export const exchange = ({ deps }: Harness, token: string, of = studioId) =>
  consumeToken(deps.db, tokenHash(token), of)

let count = 0
/** A name that nothing else has. */
const fresh = (what: string) => `${what}-${(count += 1)}`

/** A player in the game, and what their studio may ask of the wallet. */
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
