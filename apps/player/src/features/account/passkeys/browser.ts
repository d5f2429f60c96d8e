import type { Calls } from '@palpite/contract'

/** The WebAuthn library is loaded when a passkey is created or used, not with the sheets. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser supports passkeys on this page; they need a secure connection. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/**
 * No passkey was created or used. `known`: this device already has one of the account. `left`: cancelled or
 * failed; browsers do not say which.
 */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly reason: 'known' | 'left'

  constructor(cause: unknown) {
    super('the browser gave no passkey', { cause })
    this.reason = isKnown(cause) ? 'known' : 'left'
  }
}

/** The browsers' error for a device that is excluded from registration. */
const isKnown = (cause: unknown) => cause instanceof Error && cause.name === 'InvalidStateError'

type Creation = Calls['POST /api/app/user/newPasskey']['data']
type Requested = Calls['POST /api/auth/user/passkeyChallenge']['data']

/** Lets the browser create a passkey, after verifying the player. */
export async function makePasskey(
  creation: Creation,
): Promise<Omit<Calls['POST /api/app/user/addPasskey']['body'], 'name'>> {
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON: creation }).catch(leave)
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}

/** Lets the browser sign with a passkey of ours that the player chooses. */
export async function signWithPasskey(
  requested: Requested,
): Promise<Omit<Calls['POST /api/auth/user/passkeyLogin']['body'], 'proof'>> {
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({ optionsJSON: requested }).catch(leave)
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

const leave = (cause: unknown): never => {
  throw new PasskeyError(cause)
}
