import type { Gender } from '@palpite/contract'
import type { Tx, Db, Sql } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { playerIdentified } from '../events.ts'
import { noteRegistered } from './exposure.ts'
import { type Address, selectAddress, selectGender, upsertAddress, upsertGender } from './person-queries.ts'
import { lockIdentified, updateIdentities, lockKnownIdentities } from './queries.ts'
import { type CheckedIdentity, identityOf, type PersonalIdentity } from './rules.ts'

/** A name and a CPF checked by the caller (11 digits with valid check digits). */
export type RecordKyc = CheckedIdentity & { playerId: number }

/**
 * Records players' identities, once: a second request does not change one. Answers in the order of the requests. The
 * event `player.identified` contains no name and no CPF.
 */
export async function recordKyc(
  tx: Tx,
  requests: readonly RecordKyc[],
): Promise<Result<null, 'kyc_already_done' | 'not_found'>[]> {
  const rows = await lockIdentified(
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const current = new Map(rows.map(({ playerId, isIdentified }) => [playerId, isIdentified]))
  const recorded: RecordKyc[] = []
  const answers = requests.map((request) => {
    const isIdentified = current.get(request.playerId)
    if (isIdentified === undefined) return refuse('not_found')
    if (isIdentified) return refuse('kyc_already_done')
    current.set(request.playerId, true)
    recorded.push(request)
    return ok(null)
  })
  if (recorded.length > 0) {
    await updateIdentities(tx, {
      playerIds: recorded.map(({ playerId }) => playerId),
      names: recorded.map(({ name }) => name),
      cpfs: recorded.map(({ cpf }) => cpf),
      birthDates: recorded.map(({ birthDate }) => birthDate ?? null),
    })
    await noteRegistered(tx, recorded)
    await writeEvents(
      tx,
      playerIdentified,
      recorded.map(({ playerId }) => ({ playerId })),
    )
  }
  return answers
}

/** A person's real name and CPF, as shown to support. */
type CorrectIdentity = { playerId: number; name: string; cardNo: string }

/** The identity before and after. */
type CorrectedIdentity = { before: PersonalIdentity; after: PersonalIdentity }

type CorrectRefusal = 'invalid_name' | 'invalid_cpf' | 'not_found' | 'kyc_needed'

/**
 * Corrects name and CPF of identified players: for operators only, who record the change in the audit chain. Each
 * player once in a list. Answers in the order of the requests.
 */
export async function correctIdentities(
  tx: Tx,
  requests: readonly CorrectIdentity[],
): Promise<Result<CorrectedIdentity, CorrectRefusal>[]> {
  const rows = await lockKnownIdentities(
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const current = new Map(rows.map((row) => [row.playerId, row]))
  const answers = requests.map((request): Result<CorrectedIdentity, CorrectRefusal> => {
    const row = current.get(request.playerId)
    if (!row) return refuse('not_found')
    const { name, cpf } = row
    if (name === null || cpf === null) return refuse('kyc_needed')
    const after = identityOf(request)
    return after.ok ? ok({ before: { name, cpf }, after: after.value }) : after
  })
  const corrected = requests.flatMap(({ playerId }, at) => {
    const answer = answers[at]
    return answer?.ok ? [{ playerId, ...answer.value.after }] : []
  })
  if (corrected.length > 0) {
    await updateIdentities(tx, {
      playerIds: corrected.map(({ playerId }) => playerId),
      names: corrected.map(({ name }) => name),
      cpfs: corrected.map(({ cpf }) => cpf),
      birthDates: corrected.map(() => null), // the register is asked about the corrected ones
    })
  }
  return answers
}

/** CEP prefixes of each state, by the ranges of the Correios. */
const postalCodes: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  AC: [[69_900, 69_999]],
  AL: [[57_000, 57_999]],
  AM: [
    [69_000, 69_299],
    [69_400, 69_899],
  ],
  AP: [[68_900, 68_999]],
  BA: [[40_000, 48_999]],
  CE: [[60_000, 63_999]],
  DF: [
    [70_000, 72_799],
    [73_000, 73_699],
  ],
  ES: [[29_000, 29_999]],
  GO: [
    [72_800, 72_999],
    [73_700, 76_799],
  ],
  MA: [[65_000, 65_999]],
  MG: [[30_000, 39_999]],
  MS: [[79_000, 79_999]],
  MT: [[78_000, 78_899]],
  PA: [[66_000, 68_899]],
  PB: [[58_000, 58_999]],
  PE: [[50_000, 56_999]],
  PI: [[64_000, 64_999]],
  PR: [[80_000, 87_999]],
  RJ: [[20_000, 28_999]],
  RN: [[59_000, 59_999]],
  RO: [[76_800, 76_999]],
  RR: [[69_300, 69_399]],
  RS: [[90_000, 99_999]],
  SC: [[88_000, 89_999]],
  SE: [[49_000, 49_999]],
  SP: [[1_000, 19_999]],
  TO: [[77_000, 77_999]],
}

/** The normalised address: CEP digits, single spaces; refused if no CEP of that state has this prefix. */
export function addressOf(given: Address): Result<Address, 'invalid_postal_code'> {
  const postalCode = given.postalCode.replaceAll(/\D/g, '')
  const start = Number(postalCode.slice(0, 5))
  const isOfState = (postalCodes[given.state] ?? []).some(([from, to]) => start >= from && start <= to)
  if (postalCode.length !== 8 || !isOfState) return refuse('invalid_postal_code')
  const plain = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
  return ok({
    postalCode,
    street: plain(given.street),
    number: plain(given.number),
    complement: plain(given.complement),
    district: plain(given.district),
    city: plain(given.city),
    state: given.state,
  })
}

/** Stores a player's address, and gender if given, replacing earlier ones. */
export async function setAddress(
  db: Db,
  playerId: number,
  { gender, ...given }: Address & { gender?: Gender | null | undefined },
): Promise<Result<Address, 'invalid_postal_code'>> {
  const checked = addressOf(given)
  if (!checked.ok) return checked
  await db.begin(async (tx) => {
    await upsertAddress(tx, playerId, checked.value)
    if (gender) await upsertGender(tx, playerId, gender)
  })
  return checked
}

/** The gender a player gave. */
export const readGender = async (sql: Sql, playerId: number): Promise<Gender | undefined> =>
  (await selectGender(sql, playerId))[0]?.gender

/** The address a player gave. */
export const readAddress = async (sql: Sql, playerId: number): Promise<Address | undefined> =>
  (await selectAddress(sql, playerId))[0]
