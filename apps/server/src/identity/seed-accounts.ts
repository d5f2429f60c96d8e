import type { Deps } from '../platform/deps.ts'
import { present } from '../platform/errors.ts'
import { openPasswords } from './credentials/passwords.ts'
import { identitySettings } from './settings.ts'
import { selectSecretByEmail } from './accounts/queries.ts'
import { recordKyc } from './accounts/persons.ts'
import { noneBarred, registerPlayers } from './accounts/register-players.ts'
import { setUsdtWithdrawals } from './accounts/players.ts'
import { replacePassword } from './credentials/change-password.ts'

const SEED_BIRTH_DATE = '1990-01-01'

const termsOf = ({ invitationCodeLength }: typeof identitySettings) => ({
  codeLength: invitationCodeLength,
  readBarred: noneBarred,
})

/** A player of a seeded world: identified, with a flag. */
type SeedPlayer = { email: string; password: string; name: string; cpf: string; lx: string }

/** Ensures this player exists, for test worlds: never in production. An existing one stays unchanged. */
export async function seedPlayer(deps: Deps, player: SeedPlayer): Promise<{ playerId: number }> {
  const { email, password, name, cpf, lx } = player
  const [kept] = await selectSecretByEmail(deps.db, email)
  if (kept) return { playerId: kept.playerId }
  const passwords = openPasswords(identitySettings.password, deps.random)
  const [answer] = await registerPlayers(deps, termsOf(identitySettings), [
    { email, passwordHash: await passwords.hash(password), phone: null, isTest: false, ip: 'seed' },
  ])
  const registered = present(answer, 'the answer to a registration')
  if (!registered.ok) throw new Error('could not register a player of the seeded world')
  const { playerId } = registered.value
  await deps.db.begin(async (tx) => {
    await recordKyc(tx, [{ playerId, name, cpf, birthDate: SEED_BIRTH_DATE }])
    await setUsdtWithdrawals(tx, [{ playerId, lx }])
  })
  return { playerId }
}

/**
 * Ensures the test account exists with the e-mail and password of the settings. Returns its id, and whether it is
 * new, so that the caller gives it its opening balance once.
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
      await deps.db.begin((tx) => replacePassword(tx, { playerId, passwordHash, report: null }))
    }
    return { playerId: kept.playerId, isFresh: false }
  }
  const [answer] = await registerPlayers(deps, termsOf(settings), [
    { email, passwordHash: await passwords.hash(password), phone: null, isTest: true, ip: 'seed' },
  ])
  const registered = present(answer, 'the answer to a registration')
  // A real player uses this e-mail: never show their credentials.
  if (!registered.ok) throw new Error(`the e-mail of the test account belongs to a player`)
  return { playerId: registered.value.playerId, isFresh: true }
}
