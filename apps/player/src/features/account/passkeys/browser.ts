import type { Calls } from '@palpite/contract'

/** The half that speaks to the browser comes when a passkey is made or used, and not with the sheets around it. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser knows passkeys, on this page: none does without a secure connection. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** No passkey came of it. `known`: this device has one of the account already. Otherwise nobody is told more than that. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly reason: 'known' | 'left'

  constructor(cause: unknown) {
    super('the browser gave no passkey', { cause })
    this.reason = isKnown(cause) ? 'known' : 'left'
  }
}

/** What browsers call a device that is named among those to be left out. */
const isKnown = (cause: unknown) => cause instanceof Error && cause.name === 'InvalidStateError'

type Creation = Calls['POST /api/app/user/newPasskey']['data']
type Requested = Calls['POST /api/auth/user/passkeyChallenge']['data']

/** Has the browser make a passkey: its player is asked where to keep it, and shows who they are. */
export async function makePasskey(
  creation: Creation,
): Promise<Omit<Calls['POST /api/app/user/addPasskey']['body'], 'name'>> {
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON: creation }).catch(leave)
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}

/** Has the browser sign with whichever passkey of ours its player chooses. */
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
