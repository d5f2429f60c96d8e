import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { call } from './known-player.ts'
import type { World } from './player.ts'

const CHOSEN = 'uma senha que ninguém adivinha'
const root = resolve(import.meta.dirname, '../..')

/**
 * Operators with these permissions each, signed in with passwords of their own: created by a first one, who is made by the
 * command that makes it. Answers their tokens.
 */
export async function operatorsWith(
  world: World & { dataDir: string },
  permissions: readonly string[],
  emails: readonly string[],
): Promise<string[]> {
  const first = 'primeira@casa.example'
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve(root, 'tools/operator/operator.ts'), first, '--all'],
    { cwd: root, env: { ...process.env, DATABASE_URL: '', DATA_DIR: world.dataDir } },
  )
  const token = await settledIn(world, first, /One-time password: (\S+)/.exec(stdout)?.[1] ?? '')
  const tokens: string[] = []
  for (const email of emails) {
    const created = await call(world, token, '/api/backoffice/operators', { email, permissions })
    const { oneTimePassword } = created as { oneTimePassword: string }
    tokens.push(await settledIn(world, email, oneTimePassword))
  }
  return tokens
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
