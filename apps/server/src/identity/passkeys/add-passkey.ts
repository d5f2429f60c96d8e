import { audit } from '../../platform/audit/audit.ts'
import { present } from '../../platform/assert.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { insertSecuredNotice } from '../email/queries.ts'
import type { Identity } from '../identity.ts'
import { lockSecret } from '../players/queries.ts'
import { selectSessionsOf } from '../sessions/queries.ts'
import { userHandleOf } from './ask-passkey.ts'
import { insertPasskey, selectPasskeysOf, takeSessionChallenge } from './queries.ts'
import { type MadePasskey, verifyMade } from './webauthn.ts'

export type AddPasskey = {
  playerId: number
  sessionId: number
  name: string
  passkey: MadePasskey
  lang: Lang
}

type Refused = 'passkey_refused' | 'too_many_passkeys'

/**
 * Adds the passkey that a browser made for what `askPasskey` gave this session, and tells its player by mail. One that
 * answers another challenge, comes from another page or is somebody's already is refused the same.
 */
export async function addPasskey(
  identity: Identity,
  { playerId, sessionId, name, passkey, lang }: AddPasskey,
): Promise<Result<null, Refused>> {
  const { deps, settings } = identity
  const challenge = await takeSessionChallenge(deps.db, sessionId)
  const made = challenge === undefined ? undefined : await verifyMade(deps, passkey, challenge)
  if (!made) return refuse('passkey_refused')
  const { max } = settings.passkey
  const added = await deps.db.begin(async (tx): Promise<Result<null, Refused>> => {
    const [row] = await lockSecret(tx, playerId)
    const { email } = present(row, `player ${playerId}`)
    // A password set anew meanwhile has ended all sessions, and taken away what they would have added.
    const sessions = await selectSessionsOf(tx, playerId)
    if (!sessions.some((session) => session.sessionId === sessionId)) return refuse('passkey_refused')
    if ((await selectPasskeysOf(tx, playerId)).length >= max) {
      return refuse('too_many_passkeys', { values: { max } })
    }
    const isNew = await insertPasskey(tx, {
      playerId,
      credentialId: made.id,
      userHandle: userHandleOf(identity, playerId),
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      signCount: made.counter,
      name,
    })
    if (!isNew) return refuse('passkey_refused')
    await insertSecuredNotice(tx, { playerId, email, lang, what: 'passkey_added' })
    await audit(tx, {
      actor: { kind: 'player', id: playerId },
      action: 'passkey.added',
      subject: `player:${playerId}`,
    })
    return ok(null)
  })
  if (added.ok) deps.log.info({ playerId }, 'a passkey was added')
  return added
}
