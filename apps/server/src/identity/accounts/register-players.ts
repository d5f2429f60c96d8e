import { brokeUnique, type Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { playerIdentified, playerRegistered } from '../events.ts'
import { noteRegistered } from './exposure.ts'
import { insertAcceptedTerms, lockPersons } from './person-queries.ts'
import { insertPlayers, selectCodeOwners } from './queries.ts'
import { invitationCode, invitationCodeOf, type CheckedIdentity } from './rules.ts'

export type RegisterPlayer = {
  /** As `emailOf` returned it. */
  email: string
  passwordHash: string
  phone: string | null
  /** The inviter's code; an unknown one is ignored. */
  regCode?: string
  isTest?: boolean
  ip: string
  /** Whether the call comes from the app wrapper. */
  isInApp?: boolean
  /** As `identityOf` checked it: a player with one is identified at once. */
  identity?: CheckedIdentity
  /** Whether the e-mail is known to be the player's, so that no mailed code has to show it. */
  hasEmail?: boolean
  /** Whether they used the form, which requires accepting the terms. */
  acceptsTerms?: boolean
}

type Answer = Result<{ playerId: number }, 'cannot_register'>

/** Those of these CPFs whose persons may not register. Locks needed: the persons. */
export type ReadBarred = (tx: Tx, cpfs: readonly string[]) => Promise<ReadonlySet<string>>

/** For worlds made without the form: nobody is barred from them. */
export const noneBarred: ReadBarred = () => Promise.resolve(new Set())

type Terms = { codeLength: number; readBarred: ReadBarred }

/** Retries when a new invitation code is taken already: one in many billions is. */
const ATTEMPTS = 3

/**
 * Creates new players. A taken e-mail and a barred person get the same refusal, which does not say why. Answers in
 * the order of the requests.
 */
export async function registerPlayers(
  deps: Deps,
  terms: Terms,
  requests: readonly RegisterPlayer[],
): Promise<Answer[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await register(deps, terms, requests)
    } catch (error) {
      if (attempt === ATTEMPTS || !brokeUnique(error, 'identity_player_invitation_code')) throw error
    }
  }
}

/**
 * Locks the persons of these requests and returns the requests of those who may register. A listing that waits for the
 * lock finds the new account.
 */
async function lockAdmitted(
  tx: Tx,
  readBarred: ReadBarred,
  requests: readonly RegisterPlayer[],
): Promise<readonly RegisterPlayer[]> {
  const cpfs = requests.flatMap(({ identity }) => identity?.cpf ?? [])
  if (cpfs.length === 0) return requests
  await lockPersons(tx, cpfs)
  const barred = await readBarred(tx, cpfs)
  return requests.filter(({ identity }) => !identity || !barred.has(identity.cpf))
}

const register = (deps: Deps, { codeLength, readBarred }: Terms, requests: readonly RegisterPlayer[]) =>
  deps.db.begin(async (tx): Promise<Answer[]> => {
    const admitted = await lockAdmitted(tx, readBarred, requests)
    const codes = requests.flatMap(({ regCode }) => invitationCodeOf(regCode) ?? [])
    const owners = codes.length > 0 ? await selectCodeOwners(tx, codes) : []
    const referrers = new Map(owners.map(({ code, playerId }) => [code, playerId]))
    const referrerOf = ({ regCode }: RegisterPlayer) => referrers.get(invitationCodeOf(regCode) ?? '') ?? null
    // Of two requests for one e-mail the first is tried; the other finds it taken.
    const fresh = [...new Map(admitted.toReversed().map((request) => [request.email, request])).values()]
    const rows = await insertPlayers(tx, {
      emails: fresh.map(({ email }) => email),
      passwordHashes: fresh.map(({ passwordHash }) => passwordHash),
      phones: fresh.map(({ phone }) => phone),
      codes: fresh.map(() => invitationCode(codeLength, deps.random.below)),
      referrerIds: fresh.map(referrerOf),
      isTest: fresh.map(({ isTest }) => isTest ?? false),
      ips: fresh.map(({ ip }) => ip),
      inApp: fresh.map(({ isInApp }) => isInApp ?? false),
      names: fresh.map(({ identity }) => identity?.name ?? null),
      cpfs: fresh.map(({ identity }) => identity?.cpf ?? null),
      birthDates: fresh.map(({ identity }) => identity?.birthDate ?? null),
      haveEmail: fresh.map(({ hasEmail }) => hasEmail ?? false),
    })
    const idByEmail = new Map(rows.map(({ email, playerId }) => [email, playerId]))
    const idByRequest = new Map(fresh.map((request) => [request, idByEmail.get(request.email)]))
    await writeEvents(
      tx,
      playerRegistered,
      fresh.flatMap((request) => {
        const playerId = idByRequest.get(request)
        if (playerId === undefined) return []
        return [{ playerId, referrerId: referrerOf(request), isTest: request.isTest ?? false }]
      }),
    )
    const accepting = fresh.flatMap((request) => {
      const playerId = idByRequest.get(request)
      return request.acceptsTerms && playerId !== undefined ? [{ playerId, ip: request.ip }] : []
    })
    if (accepting.length > 0) await insertAcceptedTerms(tx, deps.config.TERMS_VERSION, accepting)
    await noteRegistered(
      tx,
      fresh.flatMap((request) => {
        const playerId = idByRequest.get(request)
        return playerId === undefined ? [] : [{ playerId, isExposed: request.identity?.isExposed }]
      }),
    )
    await writeEvents(
      tx,
      playerIdentified,
      fresh.flatMap((request) => {
        const playerId = idByRequest.get(request)
        return playerId === undefined || !request.identity ? [] : [{ playerId }]
      }),
    )
    return requests.map((request) => {
      const playerId = idByRequest.get(request)
      return playerId === undefined ? refuse('cannot_register') : ok({ playerId })
    })
  })
