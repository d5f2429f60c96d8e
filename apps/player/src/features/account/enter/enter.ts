import type { Calls } from '@palpite/contract'
import { api } from '../../../shared/api/api.ts'
import { ApiError, ticketIn } from '../../../shared/api/api-error.ts'
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

/** Logs in: stores the token, loads player and balance, closes the sheet (SPEC §4). */
export const logIn = async (form: LoginForm): Promise<void> => {
  const session = await withProof((proof) =>
    api('POST /api/auth/user/restLogin', { body: { ...form, ...proof } }),
  )
  await enterWith(session)
}

/** Logs in by passkey, without e-mail, password or captcha. */
export const logInWithPasskey = async (): Promise<void> => {
  const signed = await signWithPasskey(await api('POST /api/auth/user/passkeyChallenge', {}))
  const session = await withProof((proof) =>
    api('POST /api/auth/user/passkeyLogin', { body: { ...signed, ...proof } }),
  )
  await enterWith(session)
}

/**
 * Exchanges a sign-in link for a session. The call's alert reports an expired link; the login sheet asks for a second
 * factor.
 */
export const followLink = async (token: string): Promise<void> => {
  try {
    await enterWith(await api('POST /api/auth/user/zgo', { body: { token } }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const ticket = ticketIn(error, 'second_factor_needed')
    if (ticket !== undefined) openOverlay('login', { ticket })
  }
}

/** Completes a login with an app or recovery code. */
export const finishLogIn = async (body: Calls['POST /api/auth/user/secondFactor']['body']): Promise<void> => {
  await enterWith(await api('POST /api/auth/user/secondFactor', { body, inline: true }))
}

/** Completes a login with the mailed code: from a new country, or as the second factor. */
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
  'username' | 'country' | 'phone' | 'pwd' | 'pwd1' | 'codeId' | 'captCode' | 'name' | 'cardNo'
>

/** Registers with the inviter's code, logs in, and offers the first top-up (SPEC §4). */
export const register = async (form: RegisterForm): Promise<void> => {
  const regcode = invitationCode()
  // Fields the form does not have are sent empty (SPEC §7): the CPF is then asked before the first top-up.
  const body = { name: '', cardNo: '', ...form, regcode, isapp: isInApp() ? 1 : 0 } as const
  const session = await withProof((proof) =>
    // The form shows refusals at its fields and passes on the rest.
    api('POST /api/auth/user/restRegister', { body: { ...body, ...proof }, inline: true }),
  )
  await begin(session)
  openOverlay('gameDeposit', { variant: 'secondDeposit' })
}

const begin = async (session: Session): Promise<UserInfo | undefined> => {
  // The address that opens the register form must not reopen it after registration.
  if (screenAt(location.pathname)?.name === 'registered') go(hrefOf('home'), { replace: true })
  keepSession(session)
  // The session is valid without them; the failure was reported, and the screens retry.
  const user = await refreshUser().catch(() => undefined)
  await refreshBalance().catch(() => undefined)
  return user
}
