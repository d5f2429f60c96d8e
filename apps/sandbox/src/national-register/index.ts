import { setTimeout as pass } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { maybeText, text, whole, type Store } from '../store/index.ts'
import { readShape } from '../web/read-shape.ts'
import { Refusal } from '../web/refusal.ts'
import { sameSecret } from '../web/secret.ts'
import type { World } from '../world.ts'

export const NATIONAL_REGISTER_TABLES = `
create table if not exists impeded_person (
  cpf text primary key,
  reason text not null,
  until text
) strict;
create table if not exists national_register (
  id integer primary key check (id = 1),
  is_down integer not null,
  slow_ms integer not null
) strict;
create table if not exists known_person (
  cpf text primary key,
  name text,
  birth_date text not null,
  status text not null
) strict;
create table if not exists exposed_person (
  cpf text primary key
) strict;
create table if not exists person_register (
  id integer primary key check (id = 1),
  is_down integer not null
) strict;`

/** The register's term for each reason. A person who is not in the register may bet. */
const ANSWERS = {
  self_excluded: 'IMPEDIDO_AUTOEXCLUSAO_CENTRALIZADA',
  benefits: 'IMPEDIDO_PROGRAMA_SOCIAL',
  other: 'IMPEDIDO_OUTRO',
} as const

/** The most CPFs in one call. */
const MAX_CPFS = 1000
const MAX_SLOW_MS = 600_000

const cpf = z.string().regex(/^\d{11}$/)
const askedShape = z.strictObject({ cpfs: z.array(cpf).min(1).max(MAX_CPFS) })
const personShape = z.strictObject({
  cpf,
  /** Null removes the person from the register. */
  reason: z.nullable(z.enum(['self_excluded', 'benefits', 'other'])),
  until: z.iso.datetime().optional(),
})
const stateShape = z.strictObject({
  isDown: z.boolean().default(false),
  slowMs: z.int().min(0).max(MAX_SLOW_MS).default(0),
})

/** The national register of persons who may not bet: the call of the product, and the controls for tests. */
export const nationalRegisterRoutes = (web: FastifyInstance, { store, settings }: World): void => {
  web.post('/impedidos/consulta', async (request) => {
    if (!sameSecret(request.headers.authorization ?? '', `Bearer ${settings.clientSecret}`)) {
      throw new Refusal(401, { reason: 'unauthorized', message: 'Only licensed operators ask here.' })
    }
    const state = stateOf(store)
    if (state.slowMs > 0) await pass(state.slowMs, undefined, { ref: false })
    if (state.isDown) throw new Refusal(503, { reason: 'down', message: 'The register is not available.' })
    return { resultados: readShape(askedShape, request.body).cpfs.map((one) => answerOf(store, one)) }
  })
  web.put('/sandbox/impeded', async (request, reply) => {
    const person = readShape(personShape, request.body)
    store.atomically(() => {
      store.run('delete from impeded_person where cpf = ?', person.cpf)
      if (person.reason === null) return
      const { reason, until } = person
      store.run(
        'insert into impeded_person (cpf, reason, until) values (?, ?, ?)',
        person.cpf,
        reason,
        until ?? null,
      )
    })
    return reply.code(204).send()
  })
  web.put('/sandbox/impeded/state', async (request) => {
    const { isDown, slowMs } = readShape(stateShape, request.body)
    store.run(
      `insert into national_register (id, is_down, slow_ms) values (1, ?, ?)
       on conflict (id) do update set is_down = excluded.is_down, slow_ms = excluded.slow_ms`,
      Number(isDown),
      slowMs,
    )
    return stateOf(store)
  })
}

const askedPersonShape = z.strictObject({ cpf, nome: z.string().min(1).max(200) })
const knownPersonShape = z.strictObject({
  cpf,
  /** The name that belongs to the CPF; null accepts any name. */
  name: z.nullable(z.string()).default(null),
  birthDate: z.iso.date().default('1990-01-01'),
  status: z.enum(['REGULAR', 'FALECIDO', 'SUSPENSA', 'ABSENT']).default('REGULAR'),
  isExposed: z.boolean().default(false),
})

/**
 * The register of persons: whether a name belongs to a CPF, whether the CPF is active, and the birth date. A person
 * without a stored entry matches any name and was born in 1990.
 */
export const personRegisterRoutes = (web: FastifyInstance, { store, settings }: World): void => {
  web.post('/pessoas/consulta', async (request) => {
    if (!sameSecret(request.headers.authorization ?? '', `Bearer ${settings.clientSecret}`)) {
      throw new Refusal(401, { reason: 'unauthorized', message: 'Only licensed operators ask here.' })
    }
    const state = store.one('select is_down from person_register')
    if (state !== undefined && whole(state, 'is_down') === 1) {
      throw new Refusal(503, { reason: 'down', message: 'The register is not available.' })
    }
    const asked = readShape(askedPersonShape, request.body)
    const row = store.one('select name, birth_date, status from known_person where cpf = ?', asked.cpf)
    const situacao = row === undefined ? 'REGULAR' : text(row, 'status')
    if (situacao === 'ABSENT') throw new Refusal(404, { reason: 'absent', message: 'No such CPF.' })
    const name = row && maybeText(row, 'name')
    const nomeConfere = name === undefined || name.toLowerCase() === asked.nome.toLowerCase()
    const nascimento = row === undefined ? '1990-01-01' : text(row, 'birth_date')
    const politicamenteExposta =
      store.one('select cpf from exposed_person where cpf = ?', asked.cpf) !== undefined
    return { cpf: asked.cpf, situacao, nomeConfere, nascimento, politicamenteExposta }
  })
  web.put('/sandbox/person', async (request, reply) => {
    const person = readShape(knownPersonShape, request.body)
    store.run(
      `insert into known_person (cpf, name, birth_date, status) values (?, ?, ?, ?)
       on conflict (cpf) do update
          set name = excluded.name, birth_date = excluded.birth_date, status = excluded.status`,
      person.cpf,
      person.name,
      person.birthDate,
      person.status,
    )
    store.run('delete from exposed_person where cpf = ?', person.cpf)
    if (person.isExposed) store.run('insert into exposed_person (cpf) values (?)', person.cpf)
    return reply.code(204).send()
  })
  web.put('/sandbox/person/state', async (request) => {
    const { isDown } = readShape(z.strictObject({ isDown: z.boolean() }), request.body)
    store.run(
      `insert into person_register (id, is_down) values (1, ?)
       on conflict (id) do update set is_down = excluded.is_down`,
      Number(isDown),
    )
    return { isDown }
  })
}

const stateOf = (store: Store): { isDown: boolean; slowMs: number } => {
  const row = store.one('select is_down, slow_ms from national_register')
  return row === undefined
    ? { isDown: false, slowMs: 0 }
    : { isDown: whole(row, 'is_down') === 1, slowMs: whole(row, 'slow_ms') }
}

const answerOf = (store: Store, asked: string): object => {
  const row = store.one('select reason, until from impeded_person where cpf = ?', asked)
  if (row === undefined) return { cpf: asked, situacao: 'NAO_IMPEDIDO' }
  const situacao = ANSWERS[text(row, 'reason') as keyof typeof ANSWERS]
  const until = maybeText(row, 'until')
  return { cpf: asked, situacao, ...(until !== undefined && { ate: until }) }
}
