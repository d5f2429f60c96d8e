import {
  type MayIdentify,
  readAccountsOf,
  readIdentifiedAfter,
  readPlayers,
  readPlayerStatuses,
  type PersonRefusal,
  recordKyc,
  type RecordKyc,
} from '../identity/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { checkPerson, checkPlayer, type Tries } from './check-persons.ts'
import { impedimentChanged } from './events.ts'
import { breakKnownPersons, isOnKeptBreak } from './breaks.ts'
import { type ImpededRegister, MAX_CPFS, type RegisterAnswer, type PersonRegister } from './registers.ts'
import type { CompliancePolicy } from './policy.ts'
import { joinAccounts } from './limits.ts'
import { readListed } from './listed-persons.ts'
import { deletePersonAccounts } from './queries.ts'
import { readOnBreak } from './read-rules.ts'
import {
  claimNotAskedFor,
  claimNotAskedToday,
  insertAnswers,
  updateAnswers,
  updateToAskAnew,
} from './register-queries.ts'
import { lockNewPersons, type ReadProven, shareBreaks } from './same-person.ts'

type Asking = {
  deps: Deps
  policy: Pick<CompliancePolicy, 'terms' | 'version'>
  register: ImpededRegister | undefined
  persons: PersonRegister | undefined
  tries: Tries
  readProven: ReadProven
}

/**
 * A person to identify. `admit` is asked before the identity is recorded: whether the player's network may identify
 * one more.
 */
type Identifying = RecordKyc & { admit?: () => Promise<boolean> }

/** Why a player is not identified. */
export type IdentifyRefusal = 'kyc_already_done' | 'not_found' | 'too_many_requests' | PersonRefusal

/** One day less than the required fifteen: a register that is down for a day makes no check late. */
const BASE_DAYS = 14

/**
 * Records players' identities as confirmed by the register of persons. Answers in the order of the requests. A player
 * who is already identified is not looked up again, so the call reveals nothing about other persons.
 */
export async function identifyPlayers(
  asking: Asking,
  requests: readonly Identifying[],
): Promise<Result<null, IdentifyRefusal>[]> {
  const statuses = await readPlayerStatuses(asking.deps.db, [
    ...new Set(requests.map(({ playerId }) => playerId)),
  ])
  const unknown = new Set(statuses.filter((one) => !one.isIdentified).map(({ playerId }) => playerId))
  const asked = new Map<string, ReturnType<typeof checkPlayer>>()
  const checked = await Promise.all(
    requests.map(async (request): Promise<Result<Identifying, IdentifyRefusal>> => {
      const { playerId, name, cpf } = request
      if (!unknown.has(playerId)) return ok(request)
      // the same form sent twice counts as one try
      const key = JSON.stringify([playerId, name, cpf])
      const answering = asked.get(key) ?? checkPlayer(asking, { playerId, name, cpf })
      asked.set(key, answering)
      const person = await answering
      return person.ok ? ok({ ...request, ...person.value }) : person
    }),
  )
  const confirmed = checked.flatMap((one) => (one.ok ? [one.value] : []))
  const answers = (confirmed.length > 0 ? await recordPlayers(asking, confirmed, unknown) : []).values()
  return checked.map((one) => (one.ok ? (answers.next().value ?? refuse('not_found')) : one))
}

/**
 * Records players' identities together with the national register's answer, in one transaction. The register is asked
 * before anything is locked. If the policy requires an answer and there is none, nothing is recorded. An impeded
 * person is recorded too, once, so nobody can probe other people's CPFs; a person on the list of operators is not, as
 * if the register did not confirm them. Breaks of closed accounts of the same person apply here. Answers in the order
 * of the requests.
 */
async function recordPlayers(
  { deps: { db, config }, policy, register, readProven }: Asking,
  requests: readonly Identifying[],
  unknown: ReadonlySet<number>,
): Promise<
  Result<
    null,
    | 'kyc_already_done'
    | 'not_found'
    | 'identity_not_confirmed'
    | 'national_register_down'
    | 'too_many_requests'
  >[]
> {
  const record = async (tx: Tx, asked: readonly RecordKyc[]) => {
    const accounts = await lockNewPersons(tx, asked)
    const listed = await readListed(
      tx,
      config,
      asked.map(({ cpf }) => cpf),
    )
    // One who is identified already learns nothing of other persons.
    const isListed = ({ playerId, cpf }: RecordKyc) => unknown.has(playerId) && listed.has(cpf)
    const recorded = (
      await recordKyc(
        tx,
        asked.filter((one) => !isListed(one)),
      )
    ).values()
    const answers = asked.map((one) =>
      isListed(one) ? refuse('identity_not_confirmed') : (recorded.next().value ?? refuse('not_found')),
    )
    const persons = asked.filter((_one, at) => answers[at]?.ok)
    await breakKnownPersons(tx, config, { persons, policyVersion: policy.version })
    const joining = { policyVersion: policy.version, readProven }
    await shareBreaks(tx, [...accounts, ...persons], joining)
    await joinAccounts(tx, [...accounts, ...persons], joining)
    return answers
  }
  const cpfs = requests.filter(({ playerId }) => unknown.has(playerId)).map(({ cpf }) => cpf)
  const registerAnswers = (await register?.ask([...new Set(cpfs)])) ?? new Map<string, RegisterAnswer>()
  const refusals = await Promise.all(
    requests.map(async ({ playerId, cpf, admit }) => {
      if (!unknown.has(playerId)) return undefined
      if (register && policy.terms.needsRegister && !registerAnswers.has(cpf)) return 'national_register_down'
      return admit && !(await admit()) ? 'too_many_requests' : undefined
    }),
  )
  const going = requests.filter((_one, at) => refusals[at] === undefined)
  const recorded = await db.begin(async (tx) => {
    const answers = await record(tx, going)
    const known = going.flatMap(({ playerId, cpf }, at) => {
      const answer = answers[at]?.ok ? registerAnswers.get(cpf) : undefined
      return answer ? [{ playerId, ...answer }] : []
    })
    if (known.length > 0) await insertAnswers(tx, known)
    await publishImpediments(
      tx,
      known.filter(({ reason }) => reason !== null).map(({ playerId }) => ({ playerId, isImpeded: true })),
    )
    return answers
  })
  const answers = recorded.values()
  return refusals.map((refusal) =>
    refusal ? refuse(refusal) : (answers.next().value ?? refuse('not_found')),
  )
}

/**
 * Whether a person with this CPF may register. Refused: a person who is impeded, on the list of operators, excluded or
 * on a time-out in any open or closed account, or suspended in an open one; the refusal gives no reason. If the policy
 * requires an answer, nobody may register while a register is down. Both registers are asked about everybody, so
 * neither timing nor wording reveals whom this house excluded.
 */
export async function admitIdentity(
  asking: Asking,
  person: { name: string; cpf: string },
): ReturnType<MayIdentify> {
  const { deps, policy, register } = asking
  const { cpf } = person
  const [answers, listed, isExcluded, isOnBreak, checked] = await Promise.all([
    register?.ask([cpf]),
    readListed(deps.db, deps.config, [cpf]),
    isOnKeptBreak(deps.db, deps.config, cpf),
    isPersonOnBreak(deps.db, cpf),
    checkPerson(asking, person),
  ])
  const answer = answers?.get(cpf)
  if (register && !answer && policy.terms.needsRegister) return refuse('national_register_down')
  const isImpeded = answer !== undefined && answer.reason !== null
  // An impeded person gets the same answer whatever name was given.
  return isImpeded || listed.size > 0 || isExcluded || isOnBreak ? refuse('cannot_register') : checked
}

/** Whether an open account with this CPF is on a time-out, excluded, impeded or suspended. */
async function isPersonOnBreak(sql: Sql, cpf: string): Promise<boolean> {
  const accounts = await readAccountsOf(sql, [cpf])
  const onBreak = await readOnBreak(
    sql,
    accounts.map(({ playerId }) => playerId),
  )
  return onBreak.size > 0
}

/**
 * Asks the register about those players not yet checked today. A player's last answer holds until a new one arrives.
 */
export async function askToday(asking: Asking, playerIds: readonly number[]): Promise<void> {
  if (!asking.register) return
  const { db } = asking.deps
  for (let at = 0; at < playerIds.length; at += MAX_CPFS) {
    const persons = await identifiedOf(db, playerIds.slice(at, at + MAX_CPFS))
    if (!(await askAbout(asking, persons, claimNotAskedToday))) return
  }
}

/**
 * Asks the register about all players, in batches; each is due after two weeks. Any number of servers may run it at
 * once: a player claimed by one is skipped by the others. Stops early when the register is down; a later run takes
 * the rest.
 */
export async function askWholeBase(asking: Asking, page = MAX_CPFS): Promise<void> {
  if (!asking.register) return
  const claimDue = (sql: Sql, of: Parameters<typeof claimNotAskedFor>[2]) =>
    claimNotAskedFor(sql, BASE_DAYS, of)
  let after = 0
  for (;;) {
    const persons = await readIdentifiedAfter(asking.deps.db, after, page)
    const last = persons.at(-1)
    if (!last) return
    if (!(await askAbout(asking, persons, claimDue))) return
    after = last.playerId
  }
}

/**
 * Handles corrected CPFs: the old answers hold until the register is asked about the new CPF, and activity of other
 * accounts under the wrong CPF no longer counts against these players' limits.
 */
export async function askAnew(tx: Tx, playerIds: readonly number[]): Promise<void> {
  await updateToAskAnew(tx, playerIds)
  await deletePersonAccounts(tx, playerIds)
}

type Person = { playerId: number; cpf: string }

/** Those of these players whose CPF is recorded, without test accounts. */
async function identifiedOf(sql: Sql, playerIds: readonly number[]): Promise<Person[]> {
  const players = await readPlayers(sql, playerIds)
  return [...players.values()].flatMap(({ playerId, cpf, isTest }) =>
    cpf === null || isTest ? [] : [{ playerId, cpf }],
  )
}

/** Claims players, asks the register and writes the answers; returns false when the register is down. */
async function askAbout(
  { deps, register }: Asking,
  persons: readonly Person[],
  claimDue: (
    sql: Sql,
    of: { playerIds: readonly number[]; claim: string },
  ) => Promise<{ playerId: number }[]>,
): Promise<boolean> {
  if (!register || persons.length === 0) return true
  const claim = deps.random.hex(16)
  const claimed = await claimDue(deps.db, { playerIds: persons.map(({ playerId }) => playerId), claim })
  if (claimed.length === 0) return true
  // Read after the claim: an earlier correction is visible here, and a later one invalidates the claim.
  const asked = await identifiedOf(
    deps.db,
    claimed.map(({ playerId }) => playerId),
  )
  const registerAnswers = await register.ask([...new Set(asked.map(({ cpf }) => cpf))])
  if (!registerAnswers) return false
  const answers = asked.flatMap(({ playerId, cpf }) => {
    const answer = registerAnswers.get(cpf)
    return answer ? [{ playerId, ...answer }] : []
  })
  if (answers.length === 0) return true
  await deps.db.begin(async (tx) => {
    await lockAccounts(
      tx,
      answers.map(({ playerId }) => playerId),
    )
    const was = new Map(
      (await updateAnswers(tx, claim, answers)).map(({ playerId, wasImpeded }) => [playerId, wasImpeded]),
    )
    await publishImpediments(
      tx,
      answers
        .map(({ playerId, reason }) => ({ playerId, isImpeded: reason !== null }))
        .filter(({ playerId, isImpeded }) => was.has(playerId) && was.get(playerId) !== isImpeded),
    )
  })
  return true
}

const publishImpediments = (tx: Tx, changes: readonly { playerId: number; isImpeded: boolean }[]) =>
  writeEvents(tx, impedimentChanged, changes)
