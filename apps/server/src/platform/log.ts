import pino from 'pino'

export type Log = pino.Logger

/**
 * Structured logs on standard output. Secrets, tokens and tax ids are struck out wherever they stand by name;
 * code never puts them into the text.
 */
export const openLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)],
      censor: '[struck out]',
    },
  })

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
