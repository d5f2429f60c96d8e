import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import type { Deps } from '../../platform/deps.ts'
import type { PasskeyRow } from './factor-queries.ts'

/** Loaded on first use: 26 MB and a third of a second that not every process needs. */
export const library = () => import('@simplewebauthn/server')

/** The party that requests signatures, and the page origin they must come from. */
export type RelyingParty = { expectedRPID: string; expectedOrigin: string }

/** The party reached at this address. */
export const partyAt = (url: string): RelyingParty => {
  const { hostname, origin } = new URL(url)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/** This server as players reach it. */
export const relyingParty = ({ publicUrl }: { publicUrl: string }): RelyingParty => partyAt(publicUrl)

/**
 * Accepted key types, by COSE number: Ed25519, ES256, RS256. Listed here because the library's own list depends on
 * the runtime, and every server must verify the same keys.
 */
export const algorithms = [-8, -7, -257]

/** A browser's answer after creating a passkey, in base64url. */
export type MadePasskey = { id: string; clientDataJSON: string; attestationObject: string }

/** A browser's answer after using a passkey, in base64url. */
export type UsedPasskey = {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string
}

type Made = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

/** What the device had to sign, and for which pages. */
type Asked = { challenge: string; party: RelyingParty }

/** The key created for this challenge, on these pages, with user verification; undefined if invalid. */
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

/** The device's new signature counter if this passkey answered this challenge on these pages; undefined if invalid. */
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

/** The challenge a browser claims to have signed; undefined if none. Not verified yet. */
export function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const clientData = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    } | null
    return typeof clientData?.challenge === 'string' ? clientData.challenge : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // not written by a browser
    throw error
  }
}

const handleInBase64 = (userHandle: string) => Buffer.from(userHandle).toString('base64url')

const outer = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })

const MAX_REASON = 200

/** The library names what it found and what it expected: an origin is worth reading, a challenge or key is not. */
const reasonOf = (error: unknown): string =>
  String(error)
    .replaceAll(/[\w-]{20,}/g, '…')
    .slice(0, MAX_REASON)

/** The library throws for any invalid answer. It makes no calls, so nothing else can fail. */
async function unlessWrong<T>({ log }: Deps, verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch (error) {
    log.info({ reason: reasonOf(error) }, 'a passkey did not verify')
    return undefined
  }
}
