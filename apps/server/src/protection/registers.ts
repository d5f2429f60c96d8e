import * as z from 'zod'
import type { PersonDoubt } from '../identity/index.ts'
import { assert } from '../platform/errors.ts'
import type { Deps } from '../platform/deps.ts'
import { notedCall } from '../platform/call-outside.ts'

/** Why a person may not bet: self-exclusion, a social benefit they receive, or another reason. */
export type ImpededReason = 'self_excluded' | 'benefits' | 'other'

/**
 * The register's answer about one person; no reason means free. Without an end it holds until the register says
 * otherwise.
 */
export type RegisterAnswer = { reason: ImpededReason | null; until: Date | null }

/** The national register of persons who may not bet. */
export type ImpededRegister = {
  /**
   * The register's answers by CPF; undefined if it is down, late or rejects our credentials. A CPF with an invalid
   * answer is omitted. Neither is ever treated as free.
   * Asserts: at most `MAX_CPFS` at once.
   */
  ask: (cpfs: readonly string[]) => Promise<ReadonlyMap<string, RegisterAnswer> | undefined>
}

/** Most CPFs in one call. */
export const MAX_CPFS = 1000
/** A registering player waits for it. */
const TIMEOUT_MS = 3_000
/** How the register rejects a list: 400, 422. */
const BAD_LIST: ReadonlySet<number> = new Set([400, 422])

/** A rejected list is split in halves, in at most this many calls: the next run continues. */
const MAX_CALLS = 40

const listShape = z.object({ resultados: z.array(z.unknown()) })
const rowShape = z.object({ cpf: z.string(), situacao: z.string(), ate: z.optional(z.unknown()) })
const endShape = z.iso.datetime({ offset: true })

const FREE = 'NAO_IMPEDIDO'
const REASONS: Readonly<Record<string, ImpededReason>> = {
  IMPEDIDO_AUTOEXCLUSAO_CENTRALIZADA: 'self_excluded',
  IMPEDIDO_PROGRAMA_SOCIAL: 'benefits',
}

/** The register named in the environment; undefined if there is none, and then nobody is checked. */
export function openImpededRegister({ config, log, metrics }: Deps): ImpededRegister | undefined {
  const { IMPEDED_REGISTER_URL: url, IMPEDED_REGISTER_TOKEN: token } = config
  if (url === undefined || token === undefined) return undefined
  const asked = metrics.counter('impeded_register_calls_total', 'Calls to the national register', ['outcome'])
  /** The register's answers about this list; undefined if it rejects the list. */
  const call = async (cpfs: readonly string[]): Promise<ReadonlyMap<string, RegisterAnswer> | undefined> => {
    const response = await fetch(`${url.replace(/\/$/, '')}/impedidos/consulta`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cpfs }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return answersIn(await response.json(), cpfs)
    await response.body?.cancel()
    if (BAD_LIST.has(response.status)) return undefined
    throw new Error(`status ${response.status}`)
  }
  /** Isolates a rejected CPF by halving the list. Answers received before a failure count. */
  const askAll = async (cpfs: readonly string[]): Promise<ReadonlyMap<string, RegisterAnswer>> => {
    const answers = new Map<string, RegisterAnswer>()
    const lists = [cpfs]
    for (let calls = 0; calls < MAX_CALLS; calls += 1) {
      const list = lists.shift()
      if (!list) return answers
      try {
        const found = await notedCall('national register', call(list))
        for (const [cpf, answer] of found ?? []) answers.set(cpf, answer)
        const half = Math.ceil(list.length / 2)
        if (!found && list.length > 1) lists.push(list.slice(0, half), list.slice(half))
      } catch (error) {
        if (answers.size === 0) throw error
        return answers
      }
    }
    if (answers.size === 0) throw new Error('status 422')
    return answers
  }
  return {
    ask: async (cpfs) => {
      assert(cpfs.length <= MAX_CPFS, 'too many calls for one list')
      if (cpfs.length === 0) return new Map()
      try {
        const answers = await askAll(cpfs)
        asked.inc({ outcome: answers.size === new Set(cpfs).size ? 'answered' : 'in_part' })
        return answers
      } catch (error) {
        asked.inc({ outcome: 'failed' })
        // Only the count: an error of the register may contain a CPF, and none may be logged.
        log.warn({ why: whyOf(error), persons: cpfs.length }, 'the national register does not answer')
        return undefined
      }
    },
  }
}

/** The class of an error, with the status of an answer. Omits messages, which others wrote. */
export const whyOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return /^status \d{3}$/.test(error.message) ? error.message : error.name
}

/**
 * The answers about the requested CPFs. Of two answers about one person the impeding one counts; an unreadable row is
 * skipped and affects no other.
 */
export function answersIn(body: unknown, cpfs: readonly string[]): ReadonlyMap<string, RegisterAnswer> {
  const wanted = new Set(cpfs)
  const answers = new Map<string, RegisterAnswer>()
  for (const row of listShape.parse(body).resultados) {
    const read = rowShape.safeParse(row)
    if (!read.success) continue
    const { cpf, situacao, ate } = read.data
    const answer = answerOf(situacao, endShape.safeParse(ate).data)
    if (!wanted.has(cpf) || answer === undefined) continue
    if ((answers.get(cpf)?.reason ?? null) === null) answers.set(cpf, answer)
  }
  return answers
}

/**
 * An impediment of an unknown kind or with an unreadable end still counts as one; any other unknown word gives no
 * answer.
 */
function answerOf(situacao: string, until: string | undefined): RegisterAnswer | undefined {
  if (situacao === FREE) return { reason: null, until: null }
  const reason = REASONS[situacao] ?? (situacao.startsWith('IMPEDIDO') ? 'other' : undefined)
  return reason && { reason, until: until ? new Date(until) : null }
}

/** A name and CPF as entered. */
export type AskedPerson = { name: string; cpf: string }

/**
 * The register's answer about a name and CPF: date of birth (YYYY-MM-DD) and political exposure, if it knows; or why
 * it does not confirm them.
 */
export type PersonAnswer =
  | { birthDate: string; doubt: null; isExposed?: boolean | undefined }
  | { birthDate: null; doubt: Exclude<PersonDoubt, 'under_age'> }

/** The register of persons: whose CPF it is, whether it is valid, and their age. */
export type PersonRegister = {
  /** Undefined if the register is down, late or answers nonsense; never treated as confirmed. */
  ask: (person: AskedPerson) => Promise<PersonAnswer | undefined>
}

const IN_FORCE = 'REGULAR'
const DECEASED = 'FALECIDO'

const answerShape = z.object({
  cpf: z.string(),
  situacao: z.string().min(1),
  nomeConfere: z.boolean(),
  nascimento: z.iso.date(),
  /** Political exposure; absent if the register does not know. */
  politicamenteExposta: z.boolean().optional(),
})

/** The register named in the environment; undefined if there is none. */
export function openPersonRegister({ config, log, metrics }: Deps): PersonRegister | undefined {
  const { PERSON_REGISTER_URL: url, PERSON_REGISTER_TOKEN: token } = config
  if (url === undefined || token === undefined) return undefined
  const asked = metrics.counter('person_register_calls_total', 'Calls to the register of persons', [
    'outcome',
  ])
  const call = async ({ name, cpf }: AskedPerson): Promise<PersonAnswer> => {
    const response = await fetch(`${url.replace(/\/$/, '')}/pessoas/consulta`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cpf, nome: name }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return personIn(await response.json(), cpf)
    await response.body?.cancel()
    // The CPF does not exist.
    if (response.status === 404) return { birthDate: null, doubt: 'unknown' }
    throw new Error(`status ${response.status}`)
  }
  return {
    ask: async (person) => {
      try {
        const answer = await notedCall('register of persons', call(person))
        asked.inc({ outcome: 'answered' })
        return answer
      } catch (error) {
        asked.inc({ outcome: 'failed' })
        log.warn({ why: whyOf(error) }, 'the register of persons does not answer')
        return undefined
      }
    },
  }
}

/**
 * Parses the answer about this CPF. Reports first that the person died, then an invalid CPF, then another name: an
 * answer that does not confirm gives no date of birth.
 * Throws if the answer is invalid, or about another person.
 */
export function personIn(body: unknown, cpf: string): PersonAnswer {
  const answer = answerShape.parse(body)
  if (answer.cpf !== cpf) throw new Error('another cpf')
  if (answer.situacao === DECEASED) return { birthDate: null, doubt: 'deceased' }
  if (answer.situacao !== IN_FORCE) return { birthDate: null, doubt: 'irregular' }
  if (!answer.nomeConfere) return { birthDate: null, doubt: 'mismatch' }
  return { birthDate: answer.nascimento, doubt: null, isExposed: answer.politicamenteExposta }
}
