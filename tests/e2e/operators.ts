import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { call } from './known-player.ts'
import { Secret, TOTP } from 'otpauth'
import type { World } from './player.ts'

/** The password each of them chooses. */
export const CHOSEN = 'uma senha que ninguém adivinha'
const root = resolve(import.meta.dirname, '../..')

/**
 * Operators with these permissions, signed in: created in turn by the two from the command line, and approved by the
 * other, so that each is independent of the one before. Returns their tokens.
 */
export async function operatorsWith(
  world: World & { dataDir: string },
  permissions: readonly string[],
  emails: readonly string[],
): Promise<string[]> {
  const [first, second] = [
    await byCommand(world, 'primeira@casa.example'),
    await byCommand(world, 'segunda@casa.example'),
  ]
  const tokens: string[] = []
  for (const [at, email] of emails.entries()) {
    const [by, other] = at % 2 === 0 ? [first, second] : [second, first]
    const created = await call(world, by, '/api/backoffice/operators', { email, permissions })
    const { operatorId, oneTimePassword } = created as { operatorId: number; oneTimePassword: string }
    await call(world, other, `/api/backoffice/operators/${operatorId}/approve`, {})
    tokens.push(await settledIn(world, email, oneTimePassword))
  }
  return tokens
}

/** An operator with every permission from the command line; returns the token. */
async function byCommand(world: World & { dataDir: string }, email: string): Promise<string> {
  return settledIn(world, email, await issuedByCommand(world, email))
}

/** A new one-time password for an operator with every permission, whose second factor is reset. */
export async function issuedByCommand(world: { dataDir: string }, email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve(root, 'tools/operator/operator.ts'), email, '--all', '--factor'],
    { cwd: root, env: { ...process.env, DATABASE_URL: '', DATA_DIR: world.dataDir } },
  )
  return /One-time password: (\S+)/.exec(stdout)?.[1] ?? ''
}

const secrets = new Map<string, string>()

/** An operator's authenticator code for the sign-in after the first, which used up the code before. */
export const nextCode = (email: string): string => codeOf(secrets.get(email) ?? '', 1)

/** An authenticator's code this many steps from now. */
export const codeOf = (secret: string, steps: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Signs in with the one-time password, chooses another, and sets up a second factor. */
async function settledIn(world: World, email: string, oldPassword: string): Promise<string> {
  const { token } = (await call(world, '', '/api/backoffice/session/signIn', {
    email,
    password: oldPassword,
  })) as { token: string }
  await call(world, token, '/api/backoffice/session/changePassword', { oldPassword, newPassword: CHOSEN })
  const { secret } = (await call(world, token, '/api/backoffice/session/enrolSecondFactor', {})) as {
    secret: string
  }
  await call(world, token, '/api/backoffice/session/giveSecondFactor', { code: codeOf(secret, 0) })
  secrets.set(email, secret)
  return token
}
