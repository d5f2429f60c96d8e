import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { maybeText, text, whole } from '../store/index.ts'
import { readShape } from '../web/read-shape.ts'
import { Refusal } from '../web/refusal.ts'
import { sameSecret } from '../web/secret.ts'
import type { World } from '../world.ts'

export const DOCUMENT_CHECK_TABLES = `
create table if not exists document_answer (
  cpf text primary key,
  result text not null,
  reason text
) strict;
create table if not exists document_asked (
  reference text primary key,
  cpf text not null,
  result text not null,
  reason text
) strict;
create table if not exists document_face (
  cpf text primary key,
  expires_on text,
  live text
) strict;
create table if not exists document_check (
  id integer primary key check (id = 1),
  is_down integer not null
) strict;`

const REASONS = [
  'ILEGIVEL',
  'VENCIDO',
  'OUTRA_PESSOA',
  'ROSTO_DIFERENTE',
  'ROSTO_NAO_VIVO',
  'NAO_E_DOCUMENTO',
] as const
/** Three photos as base64. */
const BODY_BYTES = 10_000_000

const cpf = z.string().regex(/^\d{11}$/)
const photo = z.base64().min(4)
const askedShape = z.strictObject({
  referencia: z.string().min(1).max(100),
  nome: z.string().min(1).max(200),
  cpf,
  nascimento: z.iso.date().optional(),
  frente: photo,
  verso: photo,
  rosto: photo,
})
const answerShape = z
  .strictObject({
    cpf,
    result: z.enum(['APROVADO', 'RECUSADO', 'INCERTO']),
    reason: z.nullable(z.enum(REASONS)).default(null),
    /** For approved documents: the last day of validity, and whether the face is live. */
    expiresOn: z.nullable(z.iso.date()).default(null),
    live: z.nullable(z.enum(['SIM', 'NAO', 'INCERTO'])).default(null),
  })
  .refine(({ result, reason }) => (result === 'RECUSADO') === (reason !== null))

/**
 * The check of documents and faces: the call of the product, and the controls for tests. A person without a stored
 * answer is approved. A repeated reference gets the first answer. Stores no picture.
 */
export const documentCheckRoutes = (web: FastifyInstance, { store, settings }: World): void => {
  web.post('/documentos/verificacao', { bodyLimit: BODY_BYTES }, async (request) => {
    if (!sameSecret(request.headers.authorization ?? '', `Bearer ${settings.clientSecret}`)) {
      throw new Refusal(401, { reason: 'unauthorized', message: 'Only customers ask here.' })
    }
    const state = store.one('select is_down from document_check')
    if (state !== undefined && whole(state, 'is_down') === 1) {
      throw new Refusal(503, { reason: 'down', message: 'The check is not available.' })
    }
    const asked = readShape(askedShape, request.body)
    store.atomically(() => {
      const answered = store.one('select result, reason from document_answer where cpf = ?', asked.cpf)
      store.run(
        'insert into document_asked (reference, cpf, result, reason) values (?, ?, ?, ?) on conflict do nothing',
        asked.referencia,
        asked.cpf,
        answered === undefined ? 'APROVADO' : text(answered, 'result'),
        answered === undefined ? null : (maybeText(answered, 'reason') ?? null),
      )
    })
    const row = store.one('select result, reason from document_asked where reference = ?', asked.referencia)
    if (row === undefined) throw new Error('what was asked is kept')
    const motivo = maybeText(row, 'reason')
    const face = store.one('select expires_on, live from document_face where cpf = ?', asked.cpf)
    const validade = face && maybeText(face, 'expires_on')
    const vivo = face && maybeText(face, 'live')
    const isApproved = text(row, 'result') === 'APROVADO'
    return {
      referencia: asked.referencia,
      resultado: text(row, 'result'),
      ...(motivo !== undefined && { motivo }),
      ...(isApproved && validade !== undefined && { validade }),
      ...(isApproved && vivo !== undefined && { vivo }),
    }
  })
  web.put('/sandbox/document', async (request, reply) => {
    const answer = readShape(answerShape, request.body)
    store.run(
      `insert into document_answer (cpf, result, reason) values (?, ?, ?)
       on conflict (cpf) do update set result = excluded.result, reason = excluded.reason`,
      answer.cpf,
      answer.result,
      answer.reason,
    )
    store.run(
      `insert into document_face (cpf, expires_on, live) values (?, ?, ?)
       on conflict (cpf) do update set expires_on = excluded.expires_on, live = excluded.live`,
      answer.cpf,
      answer.expiresOn,
      answer.live,
    )
    return reply.code(204).send()
  })
  web.put('/sandbox/document/state', async (request) => {
    const { isDown } = readShape(z.strictObject({ isDown: z.boolean() }), request.body)
    store.run(
      `insert into document_check (id, is_down) values (1, ?)
       on conflict (id) do update set is_down = excluded.is_down`,
      Number(isDown),
    )
    return { isDown }
  })
}
