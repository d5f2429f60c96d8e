import type { Config } from '../../platform/config.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import { ok, refuse } from '../../platform/result.ts'
import { updateReadAbout } from '../centre/queries.ts'
import { TYPING_SECONDS } from './answer-thread.ts'
import { closeThreadOf, selectPictureOfPlayer, updatePlayerRead, updatePlayerTypes } from './queries.ts'
import { hoursOf, readChat, toWireLine } from './read-chat.ts'
import { sayLine } from './say-line.ts'
import { announce, type Support } from './support.ts'

/** The social-media page while operators have set none: the sandbox plays that too. */
const socialPageOf = ({ NODE_ENV, SANDBOX_URL }: Pick<Config, 'NODE_ENV' | 'SANDBOX_URL'>): string | null =>
  SANDBOX_URL === undefined || NODE_ENV === 'production' ? null : new URL('/social', SANDBOX_URL).href

/** Opens the players' side of the chat. */
export function supportRoutes(api: Api, support: Support): void {
  const { deps, settings, ids } = support
  const { db, config } = deps
  serve(api, 'GET /api/app/support/channels', async () => {
    const inForce = await settings.read(db)
    const { messagingLink, socialLink, email } = inForce.support
    return ok({
      hours: hoursOf(inForce),
      messagingLink: messagingLink || null,
      socialLink: socialLink || socialPageOf(config),
      email: email || null,
      provider:
        config.SUPPORT_URL === undefined
          ? null
          : { url: config.SUPPORT_URL, licence: config.SUPPORT_LICENCE ?? '' },
    })
  })
  serve(api, 'GET /api/app/support/chat', async ({ caller: { playerId }, query: { cursor }, lang }) =>
    ok(await readChat(support, playerId, { cursor, lang })),
  )
  serve(api, 'POST /api/app/support/say', async ({ caller: { playerId }, body, lang }) => {
    const { requestId, text, about, picture } = body
    const answer = await sayLine(support, { playerId, requestId, text, about, picture, lang })
    return answer.ok ? ok(toWireLine(answer.value, ids.lines)) : answer
  })
  serve(api, 'GET /api/app/support/picture/:lineId', async ({ caller: { playerId }, params }) => {
    const [picture] = await selectPictureOfPlayer(db, playerId, ids.lines.read(params.lineId))
    return picture ? ok({ bytes: picture.webp }) : refuse('not_found')
  })
  serve(api, 'POST /api/app/support/read', ({ caller: { playerId }, body: { lineId } }) =>
    db.begin(async (tx) => {
      const [changed] = await updatePlayerRead(tx, playerId, ids.lines.read(lineId))
      if (!changed) return ok(null)
      await updateReadAbout(tx, playerId, `support:${changed.id}:`)
      await announce(tx, playerId, { what: 'read', by: 'player' })
      return ok(null)
    }),
  )
  serve(api, 'POST /api/app/support/typing', ({ caller: { playerId } }) =>
    db.begin(async (tx) => {
      await updatePlayerTypes(tx, playerId, TYPING_SECONDS)
      return ok(null)
    }),
  )
  serve(api, 'POST /api/app/support/close', ({ caller: { playerId }, body: { mailTranscript } }) =>
    db.begin(async (tx) => {
      const [closed] = await closeThreadOf(tx, playerId, mailTranscript)
      if (closed) await announce(tx, playerId, { what: 'closed', by: 'player' })
      return ok(null)
    }),
  )
}
