import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/assert.ts'
import { openPasswords } from '../passwords/passwords.ts'
import { identitySettings } from '../settings.ts'
import { selectSecretByEmail } from './queries.ts'
import { recordKyc } from './record-kyc.ts'
import { registerPlayers } from './register-players.ts'
import { setUsdtWithdrawals } from './set-usdt-withdrawals.ts'

/** A player of a seeded world: identified, with a flag. */
type SeedPlayer = { email: string; password: string; name: string; cpf: string; lx: string }

/** Makes sure this player is there, for worlds to try things in: never in production. What is there stays as it is. */
export async function seedPlayer(deps: Deps, player: SeedPlayer): Promise<{ playerId: number }> {
  const { email, password, name, cpf, lx } = player
  const [kept] = await selectSecretByEmail(deps.db, email)
  if (kept) return { playerId: kept.playerId }
  const passwords = openPasswords(identitySettings.password, deps.random)
  const [answer] = await registerPlayers(deps, identitySettings.invitationCodeLength, [
    { email, passwordHash: await passwords.hash(password), phone: null, isTest: false, ip: 'seed' },
  ])
  const registered = present(answer, 'the answer to a registration')
  if (!registered.ok) throw new Error('a player of the seeded world could not be registered')
  const { playerId } = registered.value
  await deps.db.begin(async (tx) => {
    await recordKyc(tx, [{ playerId, name, cpf }])
    await setUsdtWithdrawals(tx, [{ playerId, lx }])
  })
  return { playerId }
}
