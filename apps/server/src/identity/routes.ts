import type { Cookies } from '../platform/http/request.ts'
import { declareExposure, readExposure } from './accounts/exposure.ts'
import { readAddress, readGender, setAddress } from './accounts/persons.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import { type PublicIds, publicIds } from '../platform/public-ids.ts'
import type { Sql } from '../platform/db/index.ts'
import { ok, refuse, okWithMessage } from '../platform/result.ts'
import { deviceSecretOf, sentDeviceHash } from './sessions/devices.ts'
import { askEmailChange, changeEmail } from './credentials/change-email.ts'
import { askLink, followLink, issueLink, login } from './sessions/sign-in.ts'
import { confirmCountry } from './credentials/country-codes.ts'
import { changePassword } from './credentials/change-password.ts'
import { verifyPassword } from './credentials/passwords.ts'
import { acceptTerms } from './accounts/players.ts'
import { updateAvatar } from './accounts/queries.ts'
import { register } from './register.ts'
import {
  addPasskey,
  askPasskey,
  askSignIn,
  signInWithPasskey,
  removePasskey,
} from './credentials/passkeys.ts'
import { selectPasskeysOf, selectFactor } from './credentials/factor-queries.ts'
import {
  askSecondFactor,
  confirmSecondFactor,
  finishSignIn,
  removeSecondFactor,
  renewRecoveryCodes,
} from './credentials/second-factor.ts'
import { askStepUp, stepUp } from './credentials/step-up.ts'
import { checkCode, requestReset, setPassword } from './credentials/reset-password.ts'
import type { Identity } from './identity.ts'
import { endOtherSessions, endOwnSession, endSessions } from './sessions/sessions.ts'
import { mailText } from './mail.ts'
import { selectSessionsOf, selectSignIns } from './sessions/queries.ts'

/** Opens the calls of this module. */
export function identityRoutes(api: Api, identity: Identity): void {
  sessionRoutes(api, identity)
  resetRoutes(api, identity)
  emailRoutes(api, identity)
  linkRoutes(api, identity)
  passkeySignInRoutes(api, identity)
  passkeyRoutes(api, identity)
  secondFactorRoutes(api, identity)
  verifyRoute(api, identity)
  playerRoutes(api, identity)
}

function sessionRoutes(api: Api, identity: Identity): void {
  const { deps, settings } = identity
  const ids = publicIds(deps.config, 'session')
  const toWireSession = wireSessions(ids)
  const secretOf = (cookies: Cookies) => deviceSecretOf(deps, cookies, settings.knownNetworkSeconds)
  serve(api, 'GET /api/auth/user/captcha/:codeId', ({ params: { codeId }, query: { purpose }, ip }) =>
    identity.captchas.draw({ codeId, ip, purpose }),
  )
  serve(api, 'GET /api/auth/user/captcha/:codeId/sound', ({ params: { codeId }, query: { purpose }, ip }) =>
    identity.captchas.sound({ codeId, ip, purpose }),
  )
  serve(api, 'POST /api/auth/user/restLogin', async ({ body, lang, ip, country, device, cookies }) => {
    const { username: email, pwd: password, codeId, captCode, proof } = body
    const deviceSecret = await secretOf(cookies)
    const form = { email, password, codeId, captCode, proof }
    const answer = await login(identity, { ...form, lang, ip, country, device, deviceSecret })
    if (answer.ok) deviceSecret.keep()
    return answer.ok ? ok(toWireSession(answer.value)) : answer
  })
  // With `name` and `cardNo` (a CPF) the player is identified at once; otherwise later, by updateKyc.
  serve(
    api,
    'POST /api/auth/user/restRegister',
    async ({ body, lang, ip, country: from, device, cookies }) => {
      const deviceSecret = await secretOf(cookies)
      const answer = await register(identity, {
        email: body.username,
        country: body.country,
        phone: body.phone,
        password: body.pwd,
        passwordAgain: body.pwd1,
        regCode: body.regcode,
        name: body.name ?? '',
        cardNo: body.cardNo ?? '',
        isInApp: Number(body.isapp ?? 0) === 1,
        codeId: body.codeId,
        captCode: body.captCode,
        proof: body.proof,
        lang,
        ip,
        from,
        device,
        deviceSecret,
      })
      if (answer.ok) deviceSecret.keep()
      return answer.ok ? ok(toWireSession(answer.value)) : answer
    },
  )
  serve(api, 'POST /api/auth/user/restLogout', async ({ caller }) => {
    await endSessions(identity.deps, [caller.sessionId])
    return ok(null)
  })
  serve(api, 'GET /api/app/user/sessions', async ({ caller }) => {
    const rows = await selectSessionsOf(deps.db, caller.playerId)
    const toWire = ({ sessionId, openedAt, seenAt, ...device }: (typeof rows)[number]) => ({
      ...device,
      key: ids.show(sessionId),
      openedAt: openedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })
    return ok({ sessions: rows.map(toWire) })
  })
  serve(api, 'GET /api/app/user/signIns', async ({ caller }) => {
    const rows = await selectSignIns(deps.db, caller.playerId, settings.signIns.shown)
    return ok({ signIns: rows.map(({ signedInAt, ...row }) => ({ ...row, at: signedInAt.toISOString() })) })
  })
  serve(api, 'POST /api/app/user/endSession', async ({ body, caller }) => {
    await endOwnSession(deps, { playerId: caller.playerId, sessionId: ids.read(body.key) })
    return ok(null)
  })
  serve(api, 'POST /api/app/user/endOtherSessions', ({ caller: { playerId, sessionId } }) =>
    endOtherSessions(deps, { playerId, sessionId }),
  )
}

const wireSessions =
  (ids: PublicIds) =>
  ({ token, sessionId }: { token: string; sessionId: number }) => ({
    access_token: token,
    api_key: ids.show(sessionId),
  })

function resetRoutes(api: Api, identity: Identity): void {
  serve(api, 'POST /api/app/main/RESETPWD/sendEmail', ({ body, lang, ip, cookies }) =>
    requestReset(identity, { email: body.email, lang, ip, deviceHash: sentDeviceHash(cookies) }),
  )
  serve(api, 'POST /api/app/main/RESETPWD/checkEmail', ({ body, ip, cookies }) =>
    checkCode(identity, { email: body.email, code: body.code, ip, deviceHash: sentDeviceHash(cookies) }),
  )
  serve(api, 'POST /api/app/main/setPwd', async ({ body, lang, ip }) => {
    const set = await setPassword(identity, { password: body.nPwd, chkId: body.chkId, lang, ip })
    return set.ok ? okWithMessage(set.value, mailText('password.set', lang, {})) : set
  })
  serve(api, 'POST /api/app/user/changePwd', ({ body, lang, caller: { playerId, sessionId } }) =>
    changePassword(identity, {
      lang,
      playerId,
      sessionId,
      oldPassword: body.oPwd,
      password: body.nPwd,
      passwordAgain: body.nPwd1,
    }),
  )
}

/** Another e-mail: with the password, then with the code mailed there. */
function emailRoutes(api: Api, identity: Identity): void {
  serve(api, 'POST /api/app/user/askEmail', ({ body, lang, caller: { playerId, sessionId } }) =>
    askEmailChange(identity, { playerId, sessionId, email: body.email, password: body.pwd, lang }),
  )
  serve(api, 'POST /api/app/user/changeEmail', ({ body, lang, caller: { playerId, sessionId } }) =>
    changeEmail(identity, { playerId, sessionId, code: body.code, lang }),
  )
}

/** Sign-in links: requested by mail, transferred by a player, followed once. */
function linkRoutes(api: Api, identity: Identity): void {
  const toWireSession = wireSessions(publicIds(identity.deps.config, 'session'))
  serve(api, 'POST /api/auth/user/signInLink', ({ body, lang, ip }) =>
    askLink(identity, { email: body.email, lang, ip }),
  )
  serve(api, 'POST /api/auth/user/appLink', async ({ caller }) => {
    const { playerId, sessionId } = caller
    const issued = await issueLink(identity, { playerId, sessionId })
    return issued.ok ? ok({ token: issued.value }) : issued
  })
  serve(api, 'POST /api/auth/user/zgo', async ({ body, lang, ip, country, device, cookies }) => {
    const deviceSecret = await deviceSecretOf(identity.deps, cookies, identity.settings.knownNetworkSeconds)
    const answer = await followLink(identity, { token: body.token, lang, ip, country, device, deviceSecret })
    if (answer.ok) deviceSecret.keep()
    return answer.ok ? ok(toWireSession(answer.value)) : answer
  })
}

/** Sign-in by passkey: no e-mail, no password, no captcha. */
function passkeySignInRoutes(api: Api, identity: Identity): void {
  const { deps, settings } = identity
  const toWireSession = wireSessions(publicIds(deps.config, 'session'))
  const { max, seconds } = settings.passkey.asked
  const asked = deps.limits.limiter('passkey', max, seconds)
  serve(api, 'POST /api/auth/user/passkeyChallenge', ({ ip }) => askSignIn(identity, asked, ip))
  serve(api, 'POST /api/auth/user/passkeyLogin', async ({ body, lang, ip, country, device, cookies }) => {
    const deviceSecret = await deviceSecretOf(deps, cookies, settings.knownNetworkSeconds)
    const { proof, ...passkey } = body
    const answer = await signInWithPasskey(identity, {
      passkey,
      proof,
      lang,
      ip,
      country,
      device,
      deviceSecret,
    })
    if (answer.ok) deviceSecret.keep()
    return answer.ok ? ok(toWireSession(answer.value)) : answer
  })
}

/** A player's passkeys: listed, added and removed. */
function passkeyRoutes(api: Api, identity: Identity): void {
  const { deps, settings } = identity
  const ids = publicIds(deps.config, 'passkey')
  serve(api, 'GET /api/app/user/passkeys', async ({ caller }) => {
    const rows = await selectPasskeysOf(deps.db, caller.playerId)
    const passkeys = rows.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
      key: ids.show(passkeyId),
      name,
      addedAt: createdAt.toISOString(),
      usedAt: lastUsedAt?.toISOString() ?? null,
    }))
    return ok({ passkeys, max: settings.passkey.max })
  })
  serve(api, 'POST /api/app/user/newPasskey', ({ body, lang, caller: { playerId, sessionId } }) =>
    askPasskey(identity, { playerId, sessionId, password: body.pwd, code: body.code ?? '', lang }),
  )
  serve(api, 'POST /api/app/user/addPasskey', ({ body, lang, caller: { playerId, sessionId } }) => {
    const { name, ...passkey } = body
    return addPasskey(identity, { playerId, sessionId, name, passkey, lang })
  })
  serve(api, 'POST /api/app/user/removePasskey', ({ body, lang, caller: { playerId, sessionId } }) =>
    removePasskey(identity, {
      playerId,
      sessionId,
      passkeyId: ids.read(body.key),
      password: body.pwd,
      lang,
    }),
  )
}

/** The second factor: at sign-in; and its state, enabled and disabled by its player. */
function secondFactorRoutes(api: Api, identity: Identity): void {
  const { deps, settings } = identity
  const toWireSession = wireSessions(publicIds(deps.config, 'session'))
  serve(api, 'POST /api/auth/user/secondFactor', async ({ body, lang, ip, country, device, cookies }) => {
    const deviceSecret = await deviceSecretOf(deps, cookies, settings.knownNetworkSeconds)
    const { ticket, code, trust: isTrusted = false } = body
    const answer = await finishSignIn(identity, {
      ticket,
      code,
      isTrusted,
      lang,
      ip,
      country,
      device,
      deviceSecret,
    })
    if (answer.ok) deviceSecret.keep()
    return answer.ok ? ok(toWireSession(answer.value)) : answer
  })
  serve(api, 'POST /api/auth/user/confirmCountry', async ({ body, lang, ip, device, cookies }) => {
    const deviceSecret = await deviceSecretOf(deps, cookies, settings.knownNetworkSeconds)
    const answer = await confirmCountry(identity, { ...body, lang, ip, device, deviceSecret })
    if (answer.ok) deviceSecret.keep()
    return answer.ok ? ok(toWireSession(answer.value)) : answer
  })
  serve(api, 'GET /api/app/user/secondFactor', async ({ caller }) => {
    const [row] = await selectFactor(deps.db, caller.playerId)
    return ok({ since: row?.since?.toISOString() ?? null, recoveryCodesLeft: row?.codesLeft ?? 0 })
  })
  serve(api, 'POST /api/app/user/newSecondFactor', ({ body, caller: { playerId, sessionId } }) =>
    askSecondFactor(identity, { playerId, sessionId, password: body.pwd }),
  )
  serve(api, 'POST /api/app/user/confirmSecondFactor', ({ body, lang, caller: { playerId, sessionId } }) =>
    confirmSecondFactor(identity, { playerId, sessionId, code: body.code, lang }),
  )
  serve(api, 'POST /api/app/user/removeSecondFactor', ({ body, lang, caller: { playerId, sessionId } }) =>
    removeSecondFactor(identity, { playerId, sessionId, password: body.pwd, code: body.code, lang }),
  )
  serve(api, 'POST /api/app/user/newRecoveryCodes', ({ body, lang, caller: { playerId, sessionId } }) =>
    renewRecoveryCodes(identity, { playerId, sessionId, password: body.pwd, code: body.code, lang }),
  )
  serve(api, 'POST /api/app/user/stepUpChallenge', ({ caller: { playerId, sessionId } }) =>
    askStepUp(identity, { playerId, sessionId }),
  )
  serve(api, 'POST /api/app/user/stepUp', ({ body, lang, caller: { playerId, sessionId } }) =>
    stepUp(identity, { code: body.code, playerId, sessionId, lang }),
  )
  serve(api, 'POST /api/app/user/stepUpByPasskey', ({ body, lang, caller: { playerId, sessionId } }) =>
    stepUp(identity, { passkey: body, playerId, sessionId, lang }),
  )
}

/** The password again, for actions a stolen session must not do. */
function verifyRoute(api: Api, identity: Identity): void {
  serve(api, 'POST /api/app/user/verifyPwd', ({ body, caller: { playerId, sessionId } }) =>
    verifyPassword(identity, { playerId, sessionId, password: body.pwd }),
  )
}

async function readHome(sql: Sql, playerId: number) {
  const [address, gender] = await Promise.all([readAddress(sql, playerId), readGender(sql, playerId)])
  return address ? { ...address, gender: gender ?? null } : null
}

/** How often a day a player may declare political exposure: an operator reads each new statement. */
const DECLARATIONS_A_DAY = 10

function playerRoutes(api: Api, { deps }: Identity): void {
  const declarations = deps.limits.limiter('exposure-declarations', DECLARATIONS_A_DAY, 24 * 60 * 60)
  type Choice = { caller: { playerId: number }; params: { avatarIndex: string } }
  const choose = async ({ caller, params }: Choice) => {
    await updateAvatar(deps.db, caller.playerId, Number(params.avatarIndex))
    return ok(null)
  }
  serve(api, 'GET /api/app/user/address', async ({ caller: { playerId } }) =>
    ok(await readHome(deps.db, playerId)),
  )
  serve(api, 'POST /api/app/user/address', async ({ body, caller: { playerId } }) => {
    const kept = await setAddress(deps.db, playerId, body)
    return kept.ok ? ok(null) : kept
  })
  serve(api, 'GET /api/app/user/exposure', async ({ caller: { playerId } }) => {
    const { statements } = await readExposure(deps.db, playerId)
    const own = statements.find(({ source }) => source === 'declared')
    if (!own) return ok(null)
    const { isExposed, relation, office, saidAt, isOld } = own
    return ok({ isExposed, relation, office, saidAt: saidAt.toISOString(), isDue: isOld })
  })
  serve(api, 'POST /api/app/user/exposure', async ({ body, caller: { playerId } }) =>
    (await declarations.consume(String(playerId)))
      ? declareExposure(deps, { playerId, ...body })
      : refuse('too_many_requests'),
  )
  serve(api, 'POST /api/app/user/acceptTerms', ({ body, ip, caller: { playerId } }) =>
    acceptTerms(deps.db, deps.config, { playerId, ip, version: body.version }),
  )
  serve(api, 'GET /api/app/user/setHeader/:avatarIndex', choose)
  serve(api, 'POST /api/app/user/setHeader/:avatarIndex', choose)
}
