import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { checkCrashTarget, seedHash } from '@palpite/games'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Studio } from './bets/index.ts'
import { ownCatalogue, slotHitsPpm } from './catalogue.ts'
import type { CrashRoom } from './crash/index.ts'
import { freeRoundsOf, spin, spunBefore } from './slot/index.ts'
import {
  currentSeed,
  insertSession,
  retireSeed,
  selectBets,
  selectSession,
  type SessionRow,
} from './store/index.ts'

const PAGES = fileURLToPath(new URL('../dist', import.meta.url))
const BODY_BYTES = 4 * 1024
const DEMO_CENTS = 100_000
const STREAM_EVERY_MS = 250

const requestId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/)
const stakeCents = z.number().int().min(1).max(100_000_000)
const gameOf = z.enum(['palpite-slot', 'palpite-crash'])
const entering = z.union([
  z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  z.strictObject({ demo: gameOf }),
])
const betting = z.strictObject({
  requestId,
  stakeCents,
  /** The grant that a free round belongs to. */
  grant: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable()
    .default(null),
})
const crashBetting = z.strictObject({
  requestId,
  stakeCents,
  autoAt: z
    .number()
    .int()
    .refine((target) => checkCrashTarget(target) === undefined)
    .nullable(),
})

type Needs = { studio: Studio; room: CrashRoom; pageOrigin: string }

/** The studio's own web server: its catalogue, its games' pages, and the calls they make. */
export async function openServer({ studio, room, pageOrigin }: Needs): Promise<FastifyInstance> {
  const { store, wallet } = studio
  const app = fastify({ bodyLimit: BODY_BYTES, logger: false })
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-ancestors ${pageOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join(';')
  app.addHook('onSend', async (request, reply) => {
    void reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // Catalogue pictures are shown on the pages of every house that offers the games.
      'cross-origin-resource-policy': request.url.startsWith('/art/') ? 'cross-origin' : 'same-origin',
    })
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const isTheirs = error.statusCode !== undefined && error.statusCode < 500
    if (!isTheirs) process.stderr.write(`${error.stack ?? error.message}\n`)
    return reply.code(isTheirs ? 400 : 503).send({ ok: false, code: isTheirs ? 'bad_request' : 'try_again' })
  })

  const catalogue = ownCatalogue()
  const hitsPpm = slotHitsPpm()
  app.get('/catalogue.json', async () => catalogue)
  await app.register(fastifyStatic, { root: PAGES, index: false })
  for (const page of ['slot', 'crash'])
    app.get(`/${page}`, (_request, reply) => reply.sendFile(`${page}.html`))

  /** The origin that a game reports to if it cannot be opened. */
  app.get('/api/page', async () => ({ ok: true, pageOrigin }))

  app.post('/api/enter', async (request, reply) => {
    const read = entering.safeParse(request.body)
    if (!read.success) return refuse(reply, 'bad_request')
    const opened = await ('token' in read.data ? openSession(read.data.token) : openDemo(read.data.demo))
    if (!opened) return refuse(reply, 'session_closed')
    const bearer = randomBytes(32).toString('base64url')
    const session: SessionRow = { ...opened.session, bearerHash: hashOf(bearer) }
    await insertSession(store, session)
    return { ok: true, bearer, ...(await shownState(session, opened.balanceCents)) }
  })

  const openSession = async (token: string) => {
    const said = await wallet('session', { token })
    if (said.kind !== 'done') return undefined
    const { session: walletSession, player, game, balanceCents, terms } = said.data
    return { balanceCents, session: { walletSession, player, game, ...terms, demoCents: null } }
  }

  const openDemo = async (code: z.output<typeof gameOf>) => {
    const game = catalogue.games.find((one) => one.code === code)
    if (!game) return undefined
    const { minStakeCents, maxStakeCents } = game
    const terms = { minStakeCents, maxStakeCents, minRoundMs: 1000, allowsTurbo: false }
    const player = `demo-${randomUUID()}`
    return {
      balanceCents: DEMO_CENTS,
      session: { walletSession: null, player, game: code, ...terms, demoCents: DEMO_CENTS },
    }
  }

  const shownState = async (session: SessionRow, balanceCents: number) => {
    const [seed, bets, free] = await Promise.all([
      currentSeed(store, session.player, freshSeed()),
      selectBets(store, session.player, session.game),
      session.game === 'palpite-slot' ? freeRoundsOf(studio, session) : [],
    ])
    const game = catalogue.games.find(({ code }) => code === session.game)
    return {
      balanceCents,
      isDemo: session.walletSession === null,
      pageOrigin,
      name: game?.name ?? session.game,
      returnPpm: game?.returnPpm ?? 0,
      hitsPpm,
      minStakeCents: session.minStakeCents,
      maxStakeCents: session.maxStakeCents,
      minRoundMs: session.minRoundMs,
      allowsTurbo: session.allowsTurbo,
      seeds: { serverSeedHash: seed.serverSeedHash, clientSeed: seed.clientSeed, nonce: seed.nonce },
      freeRounds: free ?? [],
      bets: bets.map(({ id, roundId, stakeCents: staked, status, winCents, cashedOutAt, autoAt, nonce }) => ({
        id,
        roundId,
        stakeCents: staked,
        status,
        winCents,
        cashedOutAt,
        autoAt,
        nonce,
      })),
    }
  }

  /** The session of a call's bearer token. */
  const sessionOf = async (request: FastifyRequest): Promise<SessionRow | undefined> => {
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    return bearer.length === 43 ? selectSession(store, hashOf(bearer)) : undefined
  }

  const forPlayer =
    (answer: (session: SessionRow, request: FastifyRequest) => Promise<object>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await sessionOf(request)
      return session ? answer(session, request) : refuse(reply, 'session_closed')
    }
  const wrong = { ok: false, code: 'bad_request' }

  app.get(
    '/api/state',
    forPlayer(async (session) => {
      if (session.walletSession === null) {
        return { ok: true, ...(await shownState(session, session.demoCents ?? 0)) }
      }
      const said = await wallet('balance', { session: session.walletSession, currency: 'BRL' })
      if (said.kind !== 'done') return { ok: false, code: said.kind === 'refused' ? said.code : 'try_again' }
      if (!said.data.isOpen) return { ok: false, code: 'session_closed' }
      return { ok: true, ...(await shownState(session, said.data.balanceCents)) }
    }),
  )

  app.post(
    '/api/slot/spin',
    forPlayer(async (session, request) => {
      const read = betting.safeParse(request.body)
      if (!read.success || session.game !== 'palpite-slot') return wrong
      return spin(studio, session, read.data)
    }),
  )

  app.get(
    '/api/slot/last',
    forPlayer(async (session) => {
      const [last] = await selectBets(store, session.player, session.game)
      return last && session.game === 'palpite-slot' ? spunBefore(store, last) : { ok: false, code: 'none' }
    }),
  )

  app.post(
    '/api/rotate',
    forPlayer(async (session) => {
      const reported = await retireSeed(store, session.player)
      const next = await currentSeed(store, session.player, freshSeed())
      return {
        ok: true,
        revealed: reported && {
          serverSeed: reported.serverSeed,
          serverSeedHash: reported.serverSeedHash,
          clientSeed: reported.clientSeed,
        },
        seeds: { serverSeedHash: next.serverSeedHash, clientSeed: next.clientSeed, nonce: next.nonce },
      }
    }),
  )

  app.post(
    '/api/crash/bet',
    forPlayer(async (session, request) => {
      const read = crashBetting.safeParse(request.body)
      return read.success && session.game === 'palpite-crash' ? room.bet(session, read.data) : wrong
    }),
  )
  app.post(
    '/api/crash/cashOut',
    forPlayer(async (session) => (session.game === 'palpite-crash' ? room.cashOut(session) : wrong)),
  )
  streamRoom(app, room)
  return app
}

/** Sends every change of the room to its subscribers: one read for all. */
function streamRoom(app: FastifyInstance, room: CrashRoom): void {
  const open = new Set<FastifyReply>()
  const send = async () => {
    if (open.size === 0) return
    const line = `data: ${JSON.stringify(await room.view())}\n\n`
    for (const reply of open) reply.raw.write(line)
  }
  const timer = setInterval(() => void send().catch(() => {}), STREAM_EVERY_MS) // the next beat tries again
  app.addHook('preClose', async () => {
    clearInterval(timer)
    for (const reply of open) reply.raw.end()
  })
  app.get('/api/crash/stream', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    open.add(reply)
    request.raw.on('close', () => open.delete(reply))
  })
}

const hashOf = (bearer: string) => createHash('sha256').update(bearer).digest('hex')

const freshSeed = () => {
  const serverSeed = randomBytes(32).toString('hex')
  return { serverSeed, serverSeedHash: seedHash(serverSeed), clientSeed: randomBytes(8).toString('hex') }
}

const refuse = (reply: FastifyReply, code: string) =>
  reply.code(code === 'bad_request' ? 400 : 401).send({ ok: false, code })
