import { brokeUnique } from '../../platform/db/index.ts'
import type { House } from '../../platform/house.ts'
import { writeFacts } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { insertPlayers, selectCodeOwners } from './queries.ts'
import { invitationCode, invitationCodeOf } from './rules.ts'

export type RegisterPlayer = {
  /** As `emailOf` wrote it. */
  email: string
  passwordHash: string
  phone: string | null
  /** The invitation code the player came with; one that nobody has is passed over. */
  regCode?: string
  isTest?: boolean
  ip: string
}

type Answer = Result<{ playerId: number }, 'cannot_register'>

/** How often a fresh invitation code may fall on one that is taken: once in many billions. */
const ATTEMPTS = 3

/** Writes new players, or says that an e-mail is taken (without saying so). Answers in the order asked. */
export async function registerPlayers(
  house: House,
  codeLength: number,
  asks: readonly RegisterPlayer[],
): Promise<Answer[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await register(house, codeLength, asks)
    } catch (error) {
      if (attempt === ATTEMPTS || !brokeUnique(error, 'identity_player_invitation_code')) throw error
    }
  }
}

const register = (house: House, codeLength: number, asks: readonly RegisterPlayer[]) =>
  house.db.begin(async (tx): Promise<Answer[]> => {
    const codes = asks.flatMap(({ regCode }) => invitationCodeOf(regCode) ?? [])
    const owners = codes.length > 0 ? await selectCodeOwners(tx, codes) : []
    const referrers = new Map(owners.map(({ code, playerId }) => [code, playerId]))
    const referrerOf = ({ regCode }: RegisterPlayer) => referrers.get(invitationCodeOf(regCode) ?? '') ?? null
    // Of two asks for one e-mail the first is tried; the other meets it as taken.
    const fresh = [...new Map(asks.toReversed().map((ask) => [ask.email, ask])).values()]
    const rows = await insertPlayers(tx, {
      emails: fresh.map(({ email }) => email),
      passwordHashes: fresh.map(({ passwordHash }) => passwordHash),
      phones: fresh.map(({ phone }) => phone),
      codes: fresh.map(() => invitationCode(codeLength, house.random.below)),
      referrerIds: fresh.map(referrerOf),
      isTest: fresh.map(({ isTest }) => isTest ?? false),
      ips: fresh.map(({ ip }) => ip),
    })
    const idByEmail = new Map(rows.map(({ email, playerId }) => [email, playerId]))
    const idByAsk = new Map(fresh.map((ask) => [ask, idByEmail.get(ask.email)]))
    await writeFacts(
      tx,
      'player.registered',
      fresh.flatMap((ask) => {
        const playerId = idByAsk.get(ask)
        if (playerId === undefined) return []
        return [{ playerId, referrerId: referrerOf(ask), isTest: ask.isTest ?? false }]
      }),
    )
    return asks.map((ask) => {
      const playerId = idByAsk.get(ask)
      return playerId === undefined ? refuse('cannot_register') : ok({ playerId })
    })
  })
