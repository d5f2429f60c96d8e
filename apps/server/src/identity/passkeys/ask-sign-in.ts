import type { Limiter } from '../../platform/limits.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import { TOKEN_BYTES } from '../sessions/token.ts'
import { insertChallenge } from './queries.ts'
import { library, relyingParty } from './webauthn.ts'

/** What a browser is to have signed: by whichever passkey of ours its player chooses. Bounded by address. */
export async function askSignIn({ deps, settings }: Identity, asked: Limiter, ip: string) {
  if (!(await asked.take(ip))) return refuse('too_many_requests')
  const challenge = deps.random.token(TOKEN_BYTES)
  const { liveSeconds } = settings.passkey
  await insertChallenge(deps.db, { challenge, seconds: liveSeconds })
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps.config).expectedRPID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: liveSeconds * 1000,
    userVerification: 'required',
  })
  return ok(options)
}
