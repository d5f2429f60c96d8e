import * as z from 'zod'
import type { PersonDoubt } from '../identity/index.ts'
import { assert } from '../platform/errors.ts'
import type { Deps } from '../platform/deps.ts'
import { notedCall } from '../platform/call-outside.ts'

/** Why somebody may not bet: their own wish, a social benefit that they get, or what has no name here. */
export type ImpededReason = 'self_excluded' | 'benefits' | 'other'

/** The register's answer about one person; without a reason they are free. Without an end it holds until the register says otherwise. */
export type RegisterAnswer = { reason: ImpededReason | null; until: Date | null }

/** The national register of persons who may not bet. */
export type ImpededRegister = {
  /**
   * What the register says, by CPF; nothing at all where it is down, late, or does not let us in. Whom it says nothing
   * sensible of is not in the map. Neither is ever the same as free.
   * Asserts: no more than `MAX_CPFS` at once.
   */
  ask: (cpfs: readonly string[]) => Promise<ReadonlyMap<string, RegisterAnswer> | undefined>
}

/** The most that are asked of in one call. */
export const MAX_CPFS = 1000
/** A player who registers waits for it. */
const TIMEOUT_MS = 3_000
/** How it says that a list is not one it can answer: 400, 422. */
const BAD_LIST: ReadonlySet<number> = new Set([400, 422])

/** Of a list that it takes offence at, halves are asked about, in so many calls at most: the next run goes on. */
const MAX_CALLS = 40

const listShape = z.object({ resultados: z.array(z.unknown()) })
const rowShape = z.object({ cpf: z.string(), situacao: z.string(), ate: z.optional(z.unknown()) })
const endShape = z.iso.datetime({ offset: true })

const FREE = 'NAO_IMPEDIDO'
const REASONS: Readonly<Record<string, ImpededReason>> = {
  IMPEDIDO_AUTOEXCLUSAO_CENTRALIZADA: 'self_excluded',
  IMPEDIDO_PROGRAMA_SOCIAL: 'benefits',
}

/** The register that the environment names; nothing where it names none, and then nobody is asked of. */
export function openImpededRegister({ config, log, metrics }: Deps): ImpededRegister | undefined {
  const { IMPEDED_REGISTER_URL: url, IMPEDED_REGISTER_TOKEN: token } = config
  if (url === undefined || token === undefined) return undefined
  const asked = metrics.counter('impeded_register_calls_total', 'Calls to the national register', ['outcome'])
  /** What it says of this list; nothing where it takes offence at it. */
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
  /** Of one CPF that it takes offence at the others are asked about without it. What it said before it failed counts. */
  const askAll = async (cpfs: readonly string[]): Promise<ReadonlyMap<string, RegisterAnswer>> => {
    const answers = new Map<string, RegisterAnswer>()
    const lists = [cpfs]
    for (let calls = 0; calls < MAX_CALLS; calls += 1) {
      const list = lists.shift()
      if (!list) return answers
      try {
        const said = await notedCall('national register', call(list))
        for (const [cpf, answer] of said ?? []) answers.set(cpf, answer)
        const half = Math.ceil(list.length / 2)
        if (!said && list.length > 1) lists.push(list.slice(0, half), list.slice(half))
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
      assert(cpfs.length <= MAX_CPFS, 'no more are asked about at once')
      if (cpfs.length === 0) return new Map()
      try {
        const answers = await askAll(cpfs)
        asked.inc({ outcome: answers.size === new Set(cpfs).size ? 'answered' : 'in_part' })
        return answers
      } catch (error) {
        asked.inc({ outcome: 'failed' })
        // Only how many: an error of the register may name a CPF, and none may stand in the log.
        log.warn({ why: whyOf(error), persons: cpfs.length }, 'the national register does not answer')
        return undefined
      }
    },
  }
}

/** The class of what went wrong, and of an answer its status. What others wrote into a message is left out. */
export const whyOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return /^status \d{3}$/.test(error.message) ? error.message : error.name
}

/**
 * What was said of those who were asked of. Of two answers about one person the one that impedes counts; a row that cannot
 * be read says nothing, and takes nothing from the others.
 */
export function answersIn(said: unknown, cpfs: readonly string[]): ReadonlyMap<string, RegisterAnswer> {
  const wanted = new Set(cpfs)
  const answers = new Map<string, RegisterAnswer>()
  for (const row of listShape.parse(said).resultados) {
    const read = rowShape.safeParse(row)
    if (!read.success) continue
    const { cpf, situacao, ate } = read.data
    const answer = answerOf(situacao, endShape.safeParse(ate).data)
    if (!wanted.has(cpf) || answer === undefined) continue
    if ((answers.get(cpf)?.reason ?? null) === null) answers.set(cpf, answer)
  }
  return answers
}

/** An impediment of a kind that is not known yet, or with an end that cannot be read, is one all the same; other words say nothing. */
function answerOf(situacao: string, until: string | undefined): RegisterAnswer | undefined {
  if (situacao === FREE) return { reason: null, until: null }
  const reason = REASONS[situacao] ?? (situacao.startsWith('IMPEDIDO') ? 'other' : undefined)
  return reason && { reason, until: until ? new Date(until) : null }
}

/** A name and a CPF that somebody gave. */
export type AskedPerson = { name: string; cpf: string }

/**
 * What the register says of a name and a CPF: when that person was born (YYYY-MM-DD), and whether they are politically exposed, where it
 * knows; or why it does not confirm them.
 */
export type PersonAnswer =
  | { birthDate: string; doubt: null; isExposed?: boolean | undefined }
  | { birthDate: null; doubt: Exclude<PersonDoubt, 'under_age'> }

/** The register of persons: whose CPF it is, whether it is in force, and how old they are. */
export type PersonRegister = {
  /** Nothing where it is down, late, or does not say anything sensible: that is never the same as confirmed. */
  ask: (person: AskedPerson) => Promise<PersonAnswer | undefined>
}

const IN_FORCE = 'REGULAR'
const DECEASED = 'FALECIDO'

const answerShape = z.object({
  cpf: z.string(),
  situacao: z.string().min(1),
  nomeConfere: z.boolean(),
  nascimento: z.iso.date(),
  /** Whether it names them as politically exposed; a register that does not know leaves it out. */
  politicamenteExposta: z.boolean().optional(),
})

/** The register that the environment names; nothing where it names none. */
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
    // It knows no such CPF.
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
 * What was said of this CPF. A person who is dead is told first, then one whose CPF is not in force, then another name: no
 * birth date is taken from an answer that does not confirm.
 * Throws where the answer is not one, or is about somebody else.
 */
export function personIn(said: unknown, cpf: string): PersonAnswer {
  const answer = answerShape.parse(said)
  if (answer.cpf !== cpf) throw new Error('another cpf')
  if (answer.situacao === DECEASED) return { birthDate: null, doubt: 'deceased' }
  if (answer.situacao !== IN_FORCE) return { birthDate: null, doubt: 'irregular' }
  if (!answer.nomeConfere) return { birthDate: null, doubt: 'mismatch' }
  return { birthDate: answer.nascimento, doubt: null, isExposed: answer.politicamenteExposta }
}
