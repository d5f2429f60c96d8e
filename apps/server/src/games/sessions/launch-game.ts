import { createHash } from 'node:crypto'
import { callOutside, outsideOf } from '../../platform/call-outside.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type GameRow, insertToken, openSession, selectGames } from './queries.ts'

/** From the answer to the frame's first call: a page on a slow line, and no more. */
const TOKEN_SECONDS = 60
const TOKEN_BYTES = 32

export type Launched = { game: GameRow; frameUrl: string }

type Launch = { playerId: number; code: string; lang: string }

/**
 * Opens a game for a player, or goes on with it, and answers the address of its frame. Its token opens the session once and
 * for a minute; it stands behind `#`, so that no log of any server holds it. Another game of the player is closed.
 */
export async function launchGame(
  { db, random }: Pick<Deps, 'db' | 'random'>,
  { playerId, code, lang }: Launch,
): Promise<Result<Launched>> {
  const game = await findGame(db, code)
  if (!game) return refuse('game_closed')
  const token = random.token(TOKEN_BYTES)
  const isOpen = await db.begin(async (tx) => {
    const session = await openSession(tx, {
      id: random.uuid().replaceAll('-', ''),
      playerId,
      studioId: game.studioId,
      gameCode: code,
    })
    if (session) {
      await insertToken(tx, { hash: tokenHash(token), sessionId: session.id, seconds: TOKEN_SECONDS })
    }
    return session !== undefined
  })
  return isOpen ? ok({ game, frameUrl: `${game.launchUrl}?lang=${lang}#token=${token}` }) : refuse('busy')
}

/** A studio that is slow is waited for by the page; it is not asked here for longer than this. */
const REACH_MS = 1500
/** What a proxy says before a studio that is gone. */
const GONE = [502, 503, 504]

/**
 * Whether nothing answers where this game stands. Asked before its frame is shown: a page cannot look into a frame of
 * another origin, and would wait for one that never comes.
 */
export async function isUnreachable(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  code: string,
): Promise<boolean> {
  const game = await findGame(db, code)
  if (!game) return false // launching it says so
  const signal = AbortSignal.timeout(REACH_MS)
  try {
    const call = { method: 'HEAD', maxBytes: 0, signal } as const
    const { status } = await callOutside(outsideOf(config), game.launchUrl, call)
    return GONE.includes(status)
  } catch {
    return !signal.aborted
  }
}

/** The address of a game without money: no session, no token, nothing to sign. */
export async function launchDemo(
  { db }: Pick<Deps, 'db'>,
  { code, lang }: Omit<Launch, 'playerId'>,
): Promise<Result<Launched>> {
  const game = await findGame(db, code)
  return game?.hasDemo
    ? ok({ game, frameUrl: `${game.launchUrl}?lang=${lang}&demo=1` })
    : refuse('game_closed')
}

const findGame = async (db: Deps['db'], code: string): Promise<GameRow | undefined> =>
  (await selectGames(db, { code, search: null, tag: null }))[0]

/** What is kept of a token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
