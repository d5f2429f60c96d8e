import type { Gender } from '@palpite/contract'
import type { Tx, Db, Sql } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { playerIdentified } from '../events.ts'
import { noteRegistered } from './exposure.ts'
import { type Address, selectAddress, selectGender, upsertAddress, upsertGender } from './person-queries.ts'
import { lockIdentified, updateIdentities, lockKnownIdentities } from './queries.ts'
import { type CheckedIdentity, identityOf, type PersonalIdentity } from './rules.ts'

/** A name and a CPF that the caller has checked (11 digits with right check digits). */
export type RecordKyc = CheckedIdentity & { playerId: number }

/**
 * Records who players are, once: an identity is not changed by asking again. Answers in the order asked. The
 * event `player.identified` holds no name and no CPF.
 */
export async function recordKyc(
  tx: Tx,
  requests: readonly RecordKyc[],
): Promise<Result<null, 'kyc_already_done' | 'not_found'>[]> {
  const rows = await lockIdentified(
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const standing = new Map(rows.map(({ playerId, isIdentified }) => [playerId, isIdentified]))
  const recorded: RecordKyc[] = []
  const answers = requests.map((request) => {
    const isIdentified = standing.get(request.playerId)
    if (isIdentified === undefined) return refuse('not_found')
    if (isIdentified) return refuse('kyc_already_done')
    standing.set(request.playerId, true)
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

/** Who somebody really is, as support was shown. */
type CorrectIdentity = { playerId: number; name: string; cardNo: string }

/** What stood there and what stands there now. */
type CorrectedIdentity = { before: PersonalIdentity; after: PersonalIdentity }

type CorrectRefusal = 'invalid_name' | 'invalid_cpf' | 'not_found' | 'kyc_needed'

/**
 * Corrects the name and CPF of players who gave them before: for operators alone, who say in the audit chain what they
 * changed. Each player once in a list. Answers in the order asked.
 */
export async function correctIdentities(
  tx: Tx,
  requests: readonly CorrectIdentity[],
): Promise<Result<CorrectedIdentity, CorrectRefusal>[]> {
  const rows = await lockKnownIdentities(
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const standing = new Map(rows.map((row) => [row.playerId, row]))
  const answers = requests.map((request): Result<CorrectedIdentity, CorrectRefusal> => {
    const row = standing.get(request.playerId)
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
      birthDates: corrected.map(() => null), // the register is asked about the right ones
    })
  }
  return answers
}

/** The first five digits of the CEPs of each state, by the ranges of the Correios. */
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

/** An address as it is kept: digits of the CEP, single spaces; refused where no CEP of that state begins like this. */
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

/** Keeps where a player lives, and their gender where it is said, in place of what they said before. */
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

/** The gender of a player, as they said it. */
export const readGender = async (sql: Sql, playerId: number): Promise<Gender | undefined> =>
  (await selectGender(sql, playerId))[0]?.gender

/** Where a player lives, as they said it. */
export const readAddress = async (sql: Sql, playerId: number): Promise<Address | undefined> =>
  (await selectAddress(sql, playerId))[0]
