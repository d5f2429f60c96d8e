import {
  type MayIdentify,
  readAccountsOf,
  readIdentifiedAfter,
  readPlayers,
  readPlayerStandings,
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

/** Who a player is, and what is asked before it is recorded: whether their network may identify one more. */
type Identifying = RecordKyc & { admit?: () => Promise<boolean> }

/** Why somebody is not identified. */
export type IdentifyRefusal = 'kyc_already_done' | 'not_found' | 'too_many_requests' | PersonRefusal

/** A base that is asked of every fifteen days is asked early: a register that is down for a day makes nobody late. */
const BASE_DAYS = 14

/**
 * Records who players are, as the register of persons confirms them. Answers in the order asked. Who is identified already
 * is asked about nowhere: they learn nothing of others.
 */
export async function identifyPlayers(
  asking: Asking,
  requests: readonly Identifying[],
): Promise<Result<null, IdentifyRefusal>[]> {
  const standings = await readPlayerStandings(asking.deps.db, [
    ...new Set(requests.map(({ playerId }) => playerId)),
  ])
  const unknown = new Set(standings.filter((one) => !one.isIdentified).map(({ playerId }) => playerId))
  const asked = new Map<string, ReturnType<typeof checkPlayer>>()
  const checked = await Promise.all(
    requests.map(async (request): Promise<Result<Identifying, IdentifyRefusal>> => {
      const { playerId, name, cpf } = request
      if (!unknown.has(playerId)) return ok(request)
      // A form that is sent twice is one try.
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
 * Records who players are, with what the national register says of them in the same transaction. It is asked before
 * anything is locked. Where the policy needs an answer and there is none, nothing is recorded; who is impeded is recorded
 * all the same, and only once: so nobody tries CPFs of others here. Breaks of a closed account of the same person hold here. Answers in the order asked.
 */
async function recordPlayers(
  { deps: { db, config }, policy, register, readProven }: Asking,
  requests: readonly Identifying[],
  unknown: ReadonlySet<number>,
): Promise<
  Result<null, 'kyc_already_done' | 'not_found' | 'national_register_down' | 'too_many_requests'>[]
> {
  const record = async (tx: Tx, going: readonly RecordKyc[]) => {
    const accounts = await lockNewPersons(tx, going)
    const answers = await recordKyc(tx, going)
    const persons = going.filter((_one, at) => answers[at]?.ok)
    await breakKnownPersons(tx, config, { persons, policyVersion: policy.version })
    const joining = { policyVersion: policy.version, readProven }
    await shareBreaks(tx, [...accounts, ...persons], joining)
    await joinAccounts(tx, [...accounts, ...persons], joining)
    return answers
  }
  const cpfs = requests.filter(({ playerId }) => unknown.has(playerId)).map(({ cpf }) => cpf)
  const said = (await register?.ask([...new Set(cpfs)])) ?? new Map<string, RegisterAnswer>()
  const refusals = await Promise.all(
    requests.map(async ({ playerId, cpf, admit }) => {
      if (!unknown.has(playerId)) return undefined
      if (register && policy.terms.needsRegister && !said.has(cpf)) return 'national_register_down'
      return admit && !(await admit()) ? 'too_many_requests' : undefined
    }),
  )
  const going = requests.filter((_one, at) => refusals[at] === undefined)
  const recorded = await db.begin(async (tx) => {
    const answers = await record(tx, going)
    const known = going.flatMap(({ playerId, cpf }, at) => {
      const answer = answers[at]?.ok ? said.get(cpf) : undefined
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
 * Whether a person with this CPF may register. An impeded person may not, nor one who is excluded or on a time-out, in an account that is open or by one that is closed; the refusal names no reason. Where the policy
 * needs an answer, nobody may while a register gives none. Both registers are asked of everybody: neither the time it takes nor
 * the words while it is down tell whom this house excluded.
 */
export async function admitIdentity(
  asking: Asking,
  person: { name: string; cpf: string },
): ReturnType<MayIdentify> {
  const { deps, policy, register } = asking
  const { cpf } = person
  const [answers, isExcluded, isOnBreak, checked] = await Promise.all([
    register?.ask([cpf]),
    isOnKeptBreak(deps.db, deps.config, cpf),
    isPersonOnBreak(deps.db, cpf),
    checkPerson(asking, person),
  ])
  const said = answers?.get(cpf)
  if (register && !said && policy.terms.needsRegister) return refuse('national_register_down')
  const isImpeded = said !== undefined && said.reason !== null
  // Of an impeded person no more is told, whatever name was given.
  return isImpeded || isExcluded || isOnBreak ? refuse('cannot_register') : checked
}

/** Whether an open account with this CPF is on a time-out, excluded or impeded. */
async function isPersonOnBreak(sql: Sql, cpf: string): Promise<boolean> {
  const accounts = await readAccountsOf(sql, [cpf])
  const onBreak = await readOnBreak(
    sql,
    accounts.map(({ playerId }) => playerId),
  )
  return onBreak.size > 0
}

/** Asks the register about those of these players about whom it was not asked today. The last answer of a player counts until a new one comes. */
export async function askToday(asking: Asking, playerIds: readonly number[]): Promise<void> {
  if (!asking.register) return
  const { db } = asking.deps
  for (let at = 0; at < playerIds.length; at += MAX_CPFS) {
    const persons = await identifiedOf(db, playerIds.slice(at, at + MAX_CPFS))
    if (!(await askAbout(asking, persons, claimNotAskedToday))) return
  }
}

/**
 * Asks the register about the whole base, each player who was not asked of for two weeks, in batches. Any number of servers
 * may do it at once: who is claimed by one is left to it. It ends early where the register is down; who was left
 * out is asked of by a later run.
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
 * The CPFs of these players were corrected: the last answers count until the register is asked about the right ones, and what others
 * do under the wrong ones counts against no limit of theirs.
 */
export async function askAnew(tx: Tx, playerIds: readonly number[]): Promise<void> {
  await updateToAskAnew(tx, playerIds)
  await deletePersonAccounts(tx, playerIds)
}

type Person = { playerId: number; cpf: string }

/** Those of these players whose CPF is known. */
async function identifiedOf(sql: Sql, playerIds: readonly number[]): Promise<Person[]> {
  const players = await readPlayers(sql, playerIds)
  return [...players.values()].flatMap(({ playerId, cpf, isTest }) =>
    cpf === null || isTest ? [] : [{ playerId, cpf }],
  )
}

/** Claims, asks and writes; false where the register is down. */
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
  // Read after the claim: a correction before it is seen, and one after it takes the claim away.
  const asked = await identifiedOf(
    deps.db,
    claimed.map(({ playerId }) => playerId),
  )
  const said = await register.ask([...new Set(asked.map(({ cpf }) => cpf))])
  if (!said) return false
  const answers = asked.flatMap(({ playerId, cpf }) => {
    const answer = said.get(cpf)
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
