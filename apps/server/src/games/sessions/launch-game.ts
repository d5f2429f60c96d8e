import { createHash } from 'node:crypto'
import { callOutside, outsideOf } from '../../platform/call-outside.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type GameRow, insertToken, openSession, selectGames } from './queries.ts'

/** Time from the answer to the frame's first call: enough for a page on a slow line. */
const TOKEN_SECONDS = 60
const TOKEN_BYTES = 32

export type Launched = { game: GameRow; frameUrl: string }

type Launch = { playerId: number; code: string; lang: string }

/**
 * Opens a game for a player, or continues it, and returns the URL of its frame. Its token opens the session once,
 * within a minute; it is after `#`, so that no server log contains it. The player's other game is closed.
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

/** The page waits for a slow studio; this check waits no longer than this. */
const REACH_MS = 1500
/** A proxy's answers for a studio that is down. */
const GONE = [502, 503, 504]

/**
 * Whether the game's address does not answer. Checked before its frame is shown: a page cannot inspect a frame of
 * another origin, and would wait for ever.
 */
export async function isUnreachable(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  code: string,
): Promise<boolean> {
  const game = await findGame(db, code)
  if (!game) return false // launching it reports so
  const signal = AbortSignal.timeout(REACH_MS)
  try {
    const call = { method: 'HEAD', maxBytes: 0, signal } as const
    const { status } = await callOutside(outsideOf(config), game.launchUrl, call)
    return GONE.includes(status)
  } catch {
    return !signal.aborted
  }
}

/** The URL of a game without money: no session, no token, nothing to sign. */
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

/** The stored form of a token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
