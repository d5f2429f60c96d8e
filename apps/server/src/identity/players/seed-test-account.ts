import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/assert.ts'
import { openPasswords } from '../passwords/passwords.ts'
import { replacePassword } from '../passwords/replace-password.ts'
import { identitySettings } from '../settings.ts'
import { selectSecretByEmail } from './queries.ts'
import { registerPlayers } from './register-players.ts'

/**
 * Makes sure the test account of the settings is there, with the password of the settings. Answers its id, and
 * whether it is fresh, so that the caller gives it its opening balance once.
 */
export async function seedTestAccount(
  deps: Deps,
  settings: typeof identitySettings = identitySettings,
): Promise<{ playerId: number; isFresh: boolean }> {
  const { email, password } = settings.testAccount
  const passwords = openPasswords(settings.password, deps.random)
  const [kept] = await selectSecretByEmail(deps.db, email)
  if (kept?.isTest) {
    if (!(await passwords.verify(kept.passwordHash, password))) {
      const passwordHash = await passwords.hash(password)
      const { playerId } = kept
      await deps.db.begin((tx) => replacePassword(tx, { playerId, passwordHash, tell: null }))
    }
    return { playerId: kept.playerId, isFresh: false }
  }
  const [answer] = await registerPlayers(deps, settings.invitationCodeLength, [
    { email, passwordHash: await passwords.hash(password), phone: null, isTest: true, ip: 'seed' },
  ])
  const registered = present(answer, 'the answer to a registration')
  // Somebody plays under this e-mail: never show that player's credentials to anybody.
  if (!registered.ok) throw new Error(`the e-mail of the test account belongs to a player`)
  return { playerId: registered.value.playerId, isFresh: true }
}
