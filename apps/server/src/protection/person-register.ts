import * as z from 'zod'
import type { PersonDoubt } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import { notedCall } from '../platform/port-health.ts'
import { whyOf } from './impeded-register.ts'

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

/** A player who registers waits for it. */
const TIMEOUT_MS = 3_000

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
