import type { Calls } from '@palpite/contract'
import { api } from '../../../shared/api/api.ts'
import { go, isInApp } from '../../../shared/navigation.ts'
import { leaveLogin, openOverlay } from '../../../shared/overlays.ts'
import { hrefOf, screenAt } from '../../../shared/paths.ts'
import { invitationCode, keepSession, type UserInfo } from '../../../shared/session.ts'
import { showStartMask } from '../../../shared/start-mask.ts'
import { refreshBalance, refreshUser } from '../../../shared/use-user.ts'
import { signWithPasskey } from '../passkeys/browser.ts'
import { forgetTestAccount } from '../test-account/test-account.ts'
import { withProof } from './with-proof.ts'

export type LoginForm = Calls['POST /api/auth/user/restLogin']['body']

/** Logs in: the token is kept, the player and the balance fetched, the sheet closed (SPEC §4). */
export const logIn = async (form: LoginForm): Promise<void> => {
  const session = await withProof((proof) =>
    api('POST /api/auth/user/restLogin', { body: { ...form, ...proof } }),
  )
  await enterWith(session)
}

/** Logs in by a passkey: signed by the device, with neither e-mail, password nor captcha. */
export const logInWithPasskey = async (): Promise<void> => {
  const signed = await signWithPasskey(await api('POST /api/auth/user/passkeyChallenge', {}))
  const session = await withProof((proof) =>
    api('POST /api/auth/user/passkeyLogin', { body: { ...signed, ...proof } }),
  )
  await enterWith(session)
}

/** Finishes a login that waited for its second factor: a code of the app or of recovery. */
export const finishLogIn = async (body: Calls['POST /api/auth/user/secondFactor']['body']): Promise<void> => {
  await enterWith(await api('POST /api/auth/user/secondFactor', { body, inline: true }))
}

/** Finishes a login from a new country, by the code that was mailed. */
export const confirmCountry = async (
  body: Calls['POST /api/auth/user/confirmCountry']['body'],
): Promise<void> => {
  await enterWith(await api('POST /api/auth/user/confirmCountry', { body, inline: true }))
}

type Session = Parameters<typeof keepSession>[0]

const enterWith = async (session: Session): Promise<void> => {
  forgetTestAccount()
  const user = await begin(session)
  leaveLogin()
  // After a login the test account sees its own popup; the start mask is for real players.
  if (user?.testFlag === '1') openOverlay('testAccount')
  else void showStartMask()
}

export type RegisterForm = Pick<
  Calls['POST /api/auth/user/restRegister']['body'],
  'username' | 'country' | 'phone' | 'pwd' | 'pwd1' | 'codeId' | 'captCode'
>

/** Registers, with the code of whoever invited, logs in, and offers the first top-up (SPEC §4). */
export const register = async (form: RegisterForm): Promise<void> => {
  const regcode = invitationCode()
  // What the form does not ask for goes along empty (SPEC §7): the CPF is asked for before the first top-up.
  const body = { name: '', cardNo: '', ...form, regcode, isapp: isInApp() ? 1 : 0 } as const
  const session = await withProof((proof) =>
    // The form says at its fields what was refused, and hands on the rest.
    api('POST /api/auth/user/restRegister', { body: { ...body, ...proof }, inline: true }),
  )
  await begin(session)
  openOverlay('gameDeposit', { variant: 'secondDeposit' })
}

const begin = async (session: Session): Promise<UserInfo | undefined> => {
  // The address that opens the register form must not open it again for the player who just did.
  if (screenAt(location.pathname)?.name === 'registered') go(hrefOf('home'), { replace: true })
  keepSession(session)
  // The session stands without them; what went wrong has been told, and the screens ask again.
  const user = await refreshUser().catch(() => undefined)
  await refreshBalance().catch(() => undefined)
  return user
}
