import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { call } from './known-player.ts'
import type { World } from './player.ts'

/** The password that each of them chooses. */
export const CHOSEN = 'uma senha que ninguém adivinha'
const root = resolve(import.meta.dirname, '../..')

/**
 * Operators with these permissions each, signed in with passwords of their own: created in turn by the two whom the command on
 * the machine makes, and approved by the other of them, so that every next one is independent of the one before. Answers
 * their tokens.
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

/** An operator with every permission, as the command on the machine makes one; answers the token. */
async function byCommand(world: World & { dataDir: string }, email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve(root, 'tools/operator/operator.ts'), email, '--all'],
    { cwd: root, env: { ...process.env, DATABASE_URL: '', DATA_DIR: world.dataDir } },
  )
  return settledIn(world, email, /One-time password: (\S+)/.exec(stdout)?.[1] ?? '')
}

/** Signs in with the one-time password, and chooses another. */
async function settledIn(world: World, email: string, oldPassword: string): Promise<string> {
  const { token } = (await call(world, '', '/api/backoffice/session/signIn', {
    email,
    password: oldPassword,
  })) as { token: string }
  await call(world, token, '/api/backoffice/session/changePassword', { oldPassword, newPassword: CHOSEN })
  return token
}
