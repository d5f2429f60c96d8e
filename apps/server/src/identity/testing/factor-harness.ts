import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../platform/db/index.ts'
import { GOOD, tokenOf, type openIdentityHarness } from './identity-harness.ts'

type Harness = Pick<Awaited<ReturnType<typeof openIdentityHarness>>, 'deps' | 'register' | 'post'>

/** The code that the app shows now, by the clock of the database. Each is as if none was taken yet. */
async function freshAppCode(db: Db, secret: string): Promise<string> {
  await db`update identity_player_factor set last_step = null`
  const [row] = await db<{ now: Date }[]>`select clock_timestamp() as now`
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: row?.now.getTime() ?? 0 })
}

/** Registers a player and turns the second factor on. */
export async function newPlayerWithFactor({ deps, register, post }: Harness, email: string) {
  const registered = await register(email)
  const token = tokenOf(registered)
  const asked = await post('/api/app/user/newSecondFactor', { pwd: GOOD }, { token })
  const { secret } = asked.json<{ data: { secret: string } }>().data
  const code = await freshAppCode(deps.db, secret)
  const confirmed = await post('/api/app/user/confirmSecondFactor', { code }, { token })
  const { recoveryCodes } = confirmed.json<{ data: { recoveryCodes: string[] } }>().data
  return { token, recoveryCodes, registered, appCode: () => freshAppCode(deps.db, secret) }
}
