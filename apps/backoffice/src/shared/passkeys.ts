import type { OperatorCalls } from '@palpite/contract/backoffice'

/** The WebAuthn library is loaded when a passkey is created or used. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser supports passkeys on this page; they need a secure connection. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** No passkey was given: cancelled, already registered, or unknown. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

type Creation = OperatorCalls['POST /api/backoffice/session/newPasskey']['data']
type Requested = OperatorCalls['POST /api/backoffice/session/passkeyChallenge']['data']
type Signed = OperatorCalls['POST /api/backoffice/session/signInWithPasskey']['body']

/** Lets the browser create a passkey, after verifying the operator. */
export async function makePasskey(
  creation: Creation,
): Promise<Omit<OperatorCalls['POST /api/backoffice/session/addPasskey']['body'], 'name'>> {
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON: creation }).catch(leave)
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}

/** Lets the browser sign with one of the operator's back-office passkeys. */
export async function signWithPasskey(requested: Requested): Promise<Signed> {
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({ optionsJSON: requested }).catch(leave)
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

const leave = (cause: unknown): never => {
  throw new PasskeyError('the browser gave no passkey', { cause })
}
