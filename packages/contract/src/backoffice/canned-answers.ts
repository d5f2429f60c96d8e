import * as z from 'zod/mini'
import { instant, requestId } from '../call.ts'
import { textLanguages } from '../languages.ts'
import { defineOperatorCalls } from './call.ts'

const params = z.strictObject({ cannedAnswerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) })

/** The version that the operator saw. */
const baseVersion = z.int().check(z.minimum(1))

/** What operators type to find a canned answer: without spaces. */
const name = z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[\p{L}\p{N}-]+$/u))

/** A text with `{firstName}` as its only placeholder. */
const text = z.string().check(z.maxLength(2000), z.regex(/\S/), z.regex(/^(?:[^{}]|\{firstName\})*$/))

/** By language; Portuguese is always there, and is the text of languages without one. */
const texts = z
  .partialRecord(z.enum(textLanguages), text)
  .check(z.refine((given) => given['pt-BR'] !== undefined, { path: ['pt-BR'] }))

/** Canned answers of the support chat. */
export const operatorCannedAnswerCalls = defineOperatorCalls({
  'GET /api/backoffice/support/cannedAnswers': {
    summary: 'All canned answers, by name',
    permission: 'support.answer',
    data: z.array(
      z.object({
        cannedAnswerId: z.string(),
        name: z.string(),
        texts,
        version: z.int(),
        changedBy: z.int(),
        changedAt: instant,
      }),
    ),
  },
  'POST /api/backoffice/support/cannedAnswers': {
    summary: 'Adds a canned answer; once by its request id; audited',
    permission: 'support.manage',
    body: z.strictObject({ requestId, name, texts }),
    bodyBytes: 256 * 1024,
    data: z.null(),
  },
  'POST /api/backoffice/support/cannedAnswers/:cannedAnswerId': {
    summary:
      'Changes a canned answer, unless it changed since the version that the operator saw; once by its request id; audited with before and after',
    permission: 'support.manage',
    params,
    body: z.strictObject({ requestId, baseVersion, name, texts }),
    bodyBytes: 256 * 1024,
    data: z.null(),
  },
  'POST /api/backoffice/support/cannedAnswers/:cannedAnswerId/remove': {
    summary:
      'Removes a canned answer, unless it changed since the version that the operator saw; once by its request id; audited with before and after',
    permission: 'support.manage',
    params,
    body: z.strictObject({ requestId, baseVersion }),
    data: z.null(),
  },
})
