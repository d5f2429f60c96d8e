import type { DocumentRefusal, DocumentSide } from '@palpite/contract'
import * as z from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { whyOf } from '../registers.ts'

/** Whom the pictures have to show, and the pictures. */
export type AskedDocument = {
  /** The same each time one check is asked about. */
  reference: string
  name: string
  cpf: string
  birthDate: string | null
  pictures: Readonly<Record<DocumentSide, Buffer>>
}

/** What the check says: theirs, not theirs and why, or that somebody has to look. */
export type DocumentAnswer =
  | { result: 'approved'; reason: null; expiresOn: string | null }
  | { result: 'refused'; reason: DocumentRefusal }
  | { result: 'unsure'; reason: 'not_sure' }

/** Who compares a document with a person and a face. */
export type DocumentCheck = {
  /** Nothing where it is down, late, or does not say anything sensible: that is never the same as approved. */
  ask: (asked: AskedDocument) => Promise<DocumentAnswer | undefined>
}

/** Three photos go up, and are compared; nobody waits for it but a job. */
const TIMEOUT_MS = 30_000

const reasons = {
  ILEGIVEL: 'unreadable',
  VENCIDO: 'expired',
  OUTRA_PESSOA: 'other_person',
  ROSTO_DIFERENTE: 'other_face',
  ROSTO_NAO_VIVO: 'not_live',
  NAO_E_DOCUMENTO: 'not_a_document',
} as const satisfies Record<string, DocumentRefusal>

const answerShape = z.discriminatedUnion('resultado', [
  z.object({
    referencia: z.string(),
    resultado: z.literal('APROVADO'),
    /** The last day on which the document is good; left out where it has none. */
    validade: z.iso.date().optional(),
    /** Whether the face is a living one's; left out by a check that approves no other. */
    vivo: z.enum(['SIM', 'NAO', 'INCERTO']).optional(),
  }),
  z.object({ referencia: z.string(), resultado: z.literal('INCERTO') }),
  z.object({
    referencia: z.string(),
    resultado: z.literal('RECUSADO'),
    motivo: z.enum(Object.keys(reasons) as [keyof typeof reasons, ...(keyof typeof reasons)[]]),
  }),
])

/** The check that the environment names; nothing where it names none: operators then look at all of them. */
export function openDocumentCheck({ config, log, metrics }: Deps): DocumentCheck | undefined {
  const { DOCUMENT_CHECK_URL: url, DOCUMENT_CHECK_TOKEN: token } = config
  if (url === undefined || token === undefined) return undefined
  const counted = metrics.counter('document_check_calls_total', 'Calls to the check of documents and faces', [
    'outcome',
  ])
  const call = async ({ reference, name, cpf, birthDate, pictures }: AskedDocument) => {
    const response = await fetch(`${url.replace(/\/$/, '')}/documentos/verificacao`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        referencia: reference,
        nome: name,
        cpf,
        ...(birthDate !== null && { nascimento: birthDate }),
        frente: pictures.front.toString('base64'),
        verso: pictures.back.toString('base64'),
        rosto: pictures.selfie.toString('base64'),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return documentAnswerIn(await response.json(), reference)
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  return {
    ask: async (asked) => {
      try {
        const answer = await call(asked)
        counted.inc({ outcome: 'answered' })
        return answer
      } catch (error) {
        counted.inc({ outcome: 'failed' })
        log.warn({ why: whyOf(error) }, 'the check of documents does not answer')
        return undefined
      }
    },
  }
}

/**
 * What was said of the check with this reference. A document that is good no more and a face that does not live are refused, whatever
 * else was said; of a face of which the check does not know it, operators decide. Throws where the answer is not one, or is about another.
 */
export function documentAnswerIn(said: unknown, reference: string, now = new Date()): DocumentAnswer {
  const answer = answerShape.parse(said)
  if (answer.referencia !== reference) throw new Error('another reference')
  if (answer.resultado === 'APROVADO') {
    const { vivo, validade: expiresOn = null } = answer
    if (vivo === 'NAO') return { result: 'refused', reason: 'not_live' }
    if (expiresOn !== null && isPast(expiresOn, now)) return { result: 'refused', reason: 'expired' }
    return vivo === 'INCERTO'
      ? { result: 'unsure', reason: 'not_sure' }
      : { result: 'approved', reason: null, expiresOn }
  }
  if (answer.resultado === 'INCERTO') return { result: 'unsure', reason: 'not_sure' }
  return { result: 'refused', reason: reasons[answer.motivo] }
}

/** Whether this day (YYYY-MM-DD) is over by the calendar of São Paulo. */
export const isPast = (day: string, now = new Date()): boolean =>
  day < new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(now)
