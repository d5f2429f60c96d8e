import pino from 'pino'
import { standardOutput } from './log-output.ts'

export type Log = pino.Logger

const STRUCK_OUT = '[struck out]'

/**
 * Structured logs, on standard output unless told otherwise. Secrets, tokens and tax ids are struck out wherever they stand by name;
 * code never puts them into the text.
 */
export const openLog = (level: string, to: pino.DestinationStream = standardOutput(() => {})): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: shownError },
      redact: {
        paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)],
        censor: STRUCK_OUT,
      },
    },
    to,
  )

/** Fields of an error that say where it failed. Others hold what it failed on: PostgreSQL's `detail` is a whole row. */
const WHERE_FIELDS = [
  'code',
  'syscall',
  'severity',
  'table',
  'column',
  'constraint',
  'routine',
  'status',
] as const

function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutPersons(error) : error
  const fields = error as Error & Partial<Record<(typeof WHERE_FIELDS)[number], unknown>>
  const known = WHERE_FIELDS.filter((name) => fields[name] !== undefined)
  return {
    type: error.constructor.name,
    message: withoutPersons(error.message),
    stack: withoutPersons(error.stack ?? ''),
    ...Object.fromEntries(known.map((name) => [name, fields[name]])),
    ...(error.cause === undefined ? {} : { cause: shownError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(shownError) } : {}),
  }
}

/** E-mails and CPFs that others (a mail server, the database) wrote into their words. */
const withoutPersons = (text: string): string =>
  text
    .replace(/[^\s<>"'(),:/]+@[^\s<>"'(),:/]+\.[^\s<>"'(),:/]+/g, STRUCK_OUT)
    .replace(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g, STRUCK_OUT)

const SECRET_FIELDS = [
  'authorization',
  'token',
  'access_token',
  'pwd',
  'pwd1',
  'nPwd',
  'oPwd',
  'chkId',
  'captCode',
  'cpf',
  'cnpj',
  'cardNo',
  'payCardNo',
  'secret',
  'serverSeed',
]
