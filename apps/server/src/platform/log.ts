import pino from 'pino'
import type { Config } from './config.ts'
import { standardOutput } from './log-output.ts'
import { type IdKind, publicIds } from './public-ids.ts'

export type Log = pino.Logger

const STRUCK_OUT = '[struck out]'

/**
 * Structured logs, on standard output unless told otherwise. Secrets, tokens and tax ids are struck out wherever they stand by name;
 * code never puts them into the text. With the configuration players and bets stand by their public ids, as support and
 * operators know them: logs are copied to places that may not count our players.
 */
export const openLog = (
  level: string,
  to: pino.DestinationStream = standardOutput(() => {}),
  config?: Pick<Config, 'PUBLIC_ID_SECRET'>,
): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: shownError,
        ...(config && { playerId: shown(config, 'player'), betId: shown(config, 'bet') }),
      },
      redact: {
        paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)],
        censor: STRUCK_OUT,
      },
    },
    to,
  )

const shown =
  (config: Pick<Config, 'PUBLIC_ID_SECRET'>, kind: IdKind) =>
  (id: unknown): unknown =>
    typeof id === 'number' ? publicIds(config, kind).show(id) : id

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
