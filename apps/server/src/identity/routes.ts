import type { Calls } from '@palpite/contract'
import { present } from '../platform/assert.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import { ok, refuse } from '../platform/result.ts'
import { changePassword } from './passwords/change-password.ts'
import { updateAvatar } from './players/queries.ts'
import { type Player, readPlayers } from './players/read-players.ts'
import { register } from './players/register.ts'
import { requestReset } from './reset/ask-reset.ts'
import { checkCode } from './reset/check-code.ts'
import { setPassword } from './reset/set-password.ts'
import type { Identity } from './identity.ts'
import { endSessions } from './sessions/end-sessions.ts'
import { login } from './sessions/login.ts'
import {
  balanceOf,
  type Invited,
  type PlayerLevel,
  type PlayerMoney,
  type PlayerBalances,
  userInfoOf,
} from './user-info.ts'

/** What modules beside and above know of a player; the layer above joins it in. */
export type Readers = {
  readMoney: (playerId: number) => Promise<PlayerMoney>
  /** The balance alone: asked again and again, so it reads nothing else. */
  readPlayerBalances: (playerId: number) => Promise<PlayerBalances>
  readLevel: (playerId: number) => Promise<PlayerLevel>
  /** Who came by the player's invitations, level by level. */
  readInvitations: (playerId: number) => Promise<readonly Invited[]>
  readPackages: () => Promise<Calls['GET /api/app/order/getPrices']['data']>
}

/** Opens the calls of this module. */
export function identityRoutes(api: Api, identity: Identity, readers: Readers): void {
  sessionRoutes(api, identity)
  resetRoutes(api, identity)
  playerRoutes(api, identity, readers)
}

function sessionRoutes(api: Api, identity: Identity): void {
  serve(api, 'GET /api/auth/user/captcha/:codeId', ({ params, ip }) =>
    identity.captchas.draw(params.codeId, ip),
  )
  serve(api, 'POST /api/auth/user/restLogin', async ({ body, ip, device }) => {
    const { username: email, pwd: password, codeId, captCode } = body
    const answer = await login(identity, { email, password, codeId, captCode, ip, device })
    return answer.ok ? ok({ access_token: answer.value.token }) : answer
  })
  // `name` and `cardNo` are fields of the form that mean nothing here: who a player is, is recorded with the
  // CPF checked, by its own call (updateKyc).
  serve(api, 'POST /api/auth/user/restRegister', async ({ body, ip, device }) => {
    const answer = await register(identity, {
      email: body.username,
      country: body.country,
      phone: body.phone,
      password: body.pwd,
      passwordAgain: body.pwd1,
      regCode: body.regcode,
      codeId: body.codeId,
      captCode: body.captCode,
      ip,
      device,
    })
    return answer.ok ? ok({ access_token: answer.value.token }) : answer
  })
  serve(api, 'POST /api/auth/user/restLogout', async ({ caller }) => {
    await endSessions(identity.deps, [caller.sessionId])
    return ok(null)
  })
}

function resetRoutes(api: Api, identity: Identity): void {
  serve(api, 'POST /api/app/main/RESETPWD/sendEmail', ({ body, lang, ip }) =>
    requestReset(identity, { email: body.email, lang, ip }),
  )
  serve(api, 'POST /api/app/main/RESETPWD/checkEmail', ({ body, ip }) =>
    checkCode(identity, { email: body.email, code: body.code, ip }),
  )
  serve(api, 'POST /api/app/main/setPwd', ({ body, ip }) =>
    setPassword(identity, { password: body.nPwd, chkId: body.chkId, ip }),
  )
  serve(api, 'POST /api/app/user/changePwd', ({ body, caller: { playerId, sessionId } }) =>
    changePassword(identity, {
      playerId,
      sessionId,
      oldPassword: body.oPwd,
      password: body.nPwd,
      passwordAgain: body.nPwd1,
    }),
  )
}

function playerRoutes(api: Api, identity: Identity, readers: Readers): void {
  const { readMoney, readPlayerBalances, readLevel, readInvitations, readPackages } = readers
  const { testAccount } = identity.settings
  // The password shown is the one of the settings: no player's password is kept anywhere to be shown.
  const credentialsOf = ({ isTest, email }: Player) =>
    isTest && email === testAccount.email ? { username: email, pwd: testAccount.password } : undefined
  const { db } = identity.deps
  const playerOf = async (playerId: number) =>
    present((await readPlayers(db, [playerId])).get(playerId), `player ${playerId}`)
  serve(api, 'GET /api/app/user/userInfo', async ({ caller: { playerId } }) => {
    const [player, money, level, invitations, packages] = await Promise.all([
      playerOf(playerId),
      readMoney(playerId),
      readLevel(playerId),
      readInvitations(playerId),
      readPackages(),
    ])
    const credentials = credentialsOf(player)
    return ok(userInfoOf(player, { money, level, invitations, packages, credentials }))
  })
  serve(api, 'GET /api/app/user/getBalance', async ({ caller }) =>
    ok(balanceOf(await readPlayerBalances(caller.playerId))),
  )
  serve(api, 'GET /api/app/user/setHeader/:avatarIndex', async ({ caller, params }) => {
    await updateAvatar(db, caller.playerId, Number(params.avatarIndex))
    return ok(null)
  })
  serve(api, 'GET /api/app/user/getUserTest', async ({ caller: { playerId } }) => {
    const credentials = credentialsOf(await playerOf(playerId))
    if (!credentials) return refuse('not_a_test_account')
    const { balance } = balanceOf(await readPlayerBalances(playerId))
    return ok({ ...credentials, balance })
  })
}
