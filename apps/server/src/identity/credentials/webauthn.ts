import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import type { Deps } from '../../platform/deps.ts'
import type { PasskeyRow } from './factor-queries.ts'

/** Loaded by the first who asks for it: 26 MB, and a third of a second that not every process has to spend. */
export const library = () => import('@simplewebauthn/server')

/** Who asks for signatures, and on which page they may be made. */
export type RelyingParty = { expectedRPID: string; expectedOrigin: string }

/** Whoever is reached at this address. */
export const partyAt = (url: string): RelyingParty => {
  const { hostname, origin } = new URL(url)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/** What players know this server by. */
export const relyingParty = ({ publicUrl }: { publicUrl: string }): RelyingParty => partyAt(publicUrl)

/**
 * The kinds of keys that are taken, as COSE counts them: Ed25519, ES256, RS256. Written out, because the library's own
 * list depends on the runtime, and a server that was started by another one has to verify the same keys.
 */
export const algorithms = [-8, -7, -257]

/** What a browser answers when a passkey was made, in base64url. */
export type MadePasskey = { id: string; clientDataJSON: string; attestationObject: string }

/** What a browser answers when a passkey was used, in base64url. */
export type UsedPasskey = {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string
}

type Made = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

/** What the device was to sign, and for which pages. */
type Asked = { challenge: string; party: RelyingParty }

/** The key that was made for this challenge, on these pages, by somebody whom the device verified; or undefined. */
export async function verifyMade(
  deps: Deps,
  { id, clientDataJSON, attestationObject }: MadePasskey,
  { challenge, party }: Asked,
): Promise<Made | undefined> {
  const { verifyRegistrationResponse } = await library()
  const response: RegistrationResponseJSON = {
    ...outer(id),
    response: { clientDataJSON, attestationObject },
  }
  const verified = await unlessWrong(deps, () =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      ...party,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  const made = verified?.registrationInfo?.credential
  return made?.id === id ? made : undefined
}

type KeptKey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'signCount' | 'userHandle'>

/** The device's new count of signatures, where this passkey answered this challenge on these pages; or undefined. */
export async function verifyUsed(
  deps: Deps,
  { id, userHandle, ...signed }: UsedPasskey,
  { row: passkey, challenge, party }: Asked & { row: KeptKey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const response: AuthenticationResponseJSON = { ...outer(id), response: { ...signed, userHandle } }
  const verified: VerifiedAuthenticationResponse | undefined = await unlessWrong(deps, () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      ...party,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.signCount,
      },
      requireUserVerification: true,
    }),
  )
  if (!verified?.verified || userHandle !== handleInBase64(passkey.userHandle)) return undefined
  return verified.authenticationInfo.newCounter
}

/** The challenge that a browser says it had signed; undefined where it says none. Nothing of it is verified yet. */
export function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    } | null
    return typeof said?.challenge === 'string' ? said.challenge : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // no browser wrote that
    throw error
  }
}

const handleInBase64 = (userHandle: string) => Buffer.from(userHandle).toString('base64url')

const outer = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })

const MAX_REASON = 200

/** The library throws for whatever is wrong with an answer. It asks nobody, so that nothing else can have failed. */
async function unlessWrong<T>({ log }: Deps, verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch (error) {
    log.info({ reason: String(error).slice(0, MAX_REASON) }, 'a passkey did not verify')
    return undefined
  }
}
