import type { OperatorCalls } from '@palpite/contract/backoffice'

/** The half that speaks to the browser comes when a passkey is made or used. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser knows passkeys, on this page: none does without a secure connection. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** The browser gave no passkey: its owner left, it has one already, or saw nobody whom it knows. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

type Creation = OperatorCalls['POST /api/backoffice/session/newPasskey']['data']
type Requested = OperatorCalls['POST /api/backoffice/session/passkeyChallenge']['data']
type Signed = OperatorCalls['POST /api/backoffice/session/signInWithPasskey']['body']

/** Has the browser make a passkey: its operator is asked where to keep it, and shows who they are. */
export async function makePasskey(
  creation: Creation,
): Promise<Omit<OperatorCalls['POST /api/backoffice/session/addPasskey']['body'], 'name'>> {
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON: creation }).catch(leave)
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}

/** Has the browser sign with whichever passkey of the back office its operator chooses. */
export async function signWithPasskey(requested: Requested): Promise<Signed> {
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({ optionsJSON: requested }).catch(leave)
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

const leave = (cause: unknown): never => {
  throw new PasskeyError('the browser gave no passkey', { cause })
}
