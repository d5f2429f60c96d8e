import type { DocumentRefusal, DocumentSide } from '@palpite/contract'
import * as z from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { whyOf } from '../registers.ts'

/** The person the pictures must show, and the pictures. */
export type AskedDocument = {
  /** The same on every retry of one check, unless name or CPF was corrected. */
  reference: string
  name: string
  cpf: string
  birthDate: string | null
  pictures: Readonly<Record<DocumentSide, Buffer>>
}

/** The service's answer: approved, refused with a reason, or unsure, so an operator decides. */
export type DocumentAnswer =
  | { result: 'approved'; reason: null; expiresOn: string | null }
  | { result: 'refused'; reason: DocumentRefusal }
  | { result: 'unsure'; reason: 'not_sure' }

/** The external service that compares a document with a person and a face. */
export type DocumentCheck = {
  /** Undefined if the service is down, late or answers nonsense; never treated as approved. */
  ask: (asked: AskedDocument) => Promise<DocumentAnswer | undefined>
}

/** Uploads and compares three photos; only a job waits for it. */
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
    /** The last day the document is valid; absent if it has no end. */
    validade: z.iso.date().optional(),
    /** Liveness of the face; absent if the service approves live faces only. */
    vivo: z.enum(['SIM', 'NAO', 'INCERTO']).optional(),
  }),
  z.object({ referencia: z.string(), resultado: z.literal('INCERTO') }),
  z.object({
    referencia: z.string(),
    resultado: z.literal('RECUSADO'),
    motivo: z.enum(Object.keys(reasons) as [keyof typeof reasons, ...(keyof typeof reasons)[]]),
  }),
])

/** The check service named in the environment; undefined if there is none: operators then decide every check. */
export function openDocumentCheck({ config, log, metrics }: Deps): DocumentCheck | undefined {
  const { DOCUMENT_CHECK_URL: url, DOCUMENT_CHECK_TOKEN: token } = config
  if (url === undefined || token === undefined) return undefined
  const counted = metrics.counter('document_check_calls_total', 'Calls to the document check service', [
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
        log.warn({ why: whyOf(error) }, 'the document check service does not answer')
        return undefined
      }
    },
  }
}

/**
 * Parses the answer for the check with this reference. An expired document or a face that is not live is refused
 * whatever else the answer says; if liveness is uncertain, operators decide. Throws if the answer is invalid or is
 * about another check.
 */
export function documentAnswerIn(body: unknown, reference: string, now = new Date()): DocumentAnswer {
  const answer = answerShape.parse(body)
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

/** Whether this day (YYYY-MM-DD) is past in São Paulo. */
export const isPast = (day: string, now = new Date()): boolean =>
  day < new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(now)
