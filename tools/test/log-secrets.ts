import { isValidCnpj, isValidCpf, stripTaxId } from '../../packages/money/src/index.ts'

/** A secret: its pattern, and a check of each match. */
type Secret = { what: string; looks: RegExp; isOne?: (found: string) => boolean }

/** Fields whose value is never logged, whatever it looks like: `log.ts` writes `[struck out]` in its place. */
const SECRET_FIELDS = [
  'authorization|cookie|set-cookie|token|access_token|refresh_token|ticket|proof|secret|client_secret|key_?secret',
  'pwd1?|[no]Pwd|password|passwordHash|password_hash|oneTimePassword|chkId|captCode|recoveryCodes?|serverSeed|otp',
  'cpf|cnpj|cardNo|payCardNo|pixKey|payeeKey|email|e-mail|username|phone|fullName|birthDate|address',
].join('|')

/** Fields with an internal id. `log.ts` writes public ids instead, which contain letters. */
const ID_FIELDS = '(?:player|bet|order|session|account)_?[iI]ds?'

/**
 * The patterns of all secrets. Each fits nothing else, so that no line is reported by chance: one number in a hundred
 * has valid CPF digits, so eleven digits count only where they stand alone, as no duration, id or amount does.
 */
const SECRETS: readonly Secret[] = [
  {
    what: 'a CPF',
    looks: /(?<![\d.])\d{3}\.\d{3}\.\d{3}-\d\d(?!\d)/,
    isOne: (it) => isValidCpf(stripTaxId(it)),
  },
  { what: 'a CPF', looks: /(?<![\w.+:-])\d{11}(?![\w.:-])/, isOne: isValidCpf },
  {
    what: 'a CNPJ',
    looks: /\b[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d\d\b/,
    isOne: (it) => isValidCnpj(stripTaxId(it)),
  },
  { what: 'an e-mail address', looks: /[\w.+%-]+(?:@|%40)[a-z\d][\w-]*(?:\.[\w-]+)*\.[a-z]{2,}/i },
  { what: 'a telephone number', looks: /\+55[ \d()-]{10,}/ },
  { what: 'a password hash', looks: /\$(?:argon2|scrypt|2[aby]\$)/ },
  {
    what: 'a token',
    looks: /[\w-]{43,}/,
    isOne: (it) => [/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(it)),
  },
  { what: 'a JSON Web Token', looks: /\beyJ[\w-]{5,}\.eyJ/ },
  // Only as HTTP libraries write it: in lower case "basic bet" or "bearer tokens" would match.
  { what: 'credentials of a call', looks: /\b(?:Bearer|Basic) +(?!\[)[\w+/=.~-]{6,}/ },
  { what: 'a password in an address', looks: /\b[a-z][a-z\d+]*:\/\/[^\s/:@"]*:[^\s/@"]+@/i },
  {
    what: 'a secret of an authenticator app',
    looks: /otpauth:|(?<![A-Z\d])(?=[2-7]*[A-Z])[A-Z2-7]{32}(?![A-Z\d])/,
  },
  { what: 'a private key', looks: /-----BEGIN [A-Z ]*PRIVATE KEY/ },
  { what: 'a Pix code', looks: /br\.gov\.bcb\.pix/i },
  {
    what: 'a secret field',
    looks: new RegExp(`"(?:${SECRET_FIELDS})":\\s*(?:"(?!\\[struck out\\]"|")|[\\d[{])`, 'i'),
  },
  { what: 'an internal id', looks: new RegExp(`"${ID_FIELDS}":\\s*\\[?(?:\\d|"\\d{1,12}")`) },
  {
    what: 'a password of the tests',
    looks:
      /palpite-(?:de-teste|em-dolar)|(?:the|a|another) right password|correct horse battery|quite another password|uma-senha-boa/,
  },
]

const anywhere = SECRETS.map((secret) => ({
  ...secret,
  looks: new RegExp(secret.looks, `${secret.looks.flags}g`),
}))

/** The secrets in a text, each with its kind. `known` are the secrets of a server's own configuration. */
export function secretsIn(text: string, known: readonly string[] = []): string[] {
  const found = anywhere.flatMap(({ what, looks, isOne }) =>
    (text.match(looks) ?? []).filter((it) => isOne?.(it) ?? true).map((it) => `${what}: ${it}`),
  )
  const own = known
    .filter((secret) => text.includes(secret))
    .map((secret) => `a secret of the configuration: ${secret}`)
  return [...found, ...own]
}

/** The variables of a server's environment that hold secrets. Those with a password in an address show it by its shape. */
export const SECRET_VARIABLES = [
  'PIX_CLIENT_SECRET',
  'PIX_WEBHOOK_SECRET',
  'PUBLIC_ID_SECRET',
  'LOG_SECRET',
  'STUDIO_SECRET',
  'IMPEDED_REGISTER_TOKEN',
  'PERSON_REGISTER_TOKEN',
  'DOCUMENT_CHECK_TOKEN',
  'UOF_TOKEN',
  'ODDS_API_KEY',
  'WEB_PUSH_KEY',
  'USDT_TRC20_XPUB',
  'USDT_ERC20_XPUB',
] as const

/** The secrets in the environment of a server. */
export const secretsOf = (env: Readonly<Record<string, string | undefined>>): string[] =>
  SECRET_VARIABLES.flatMap((name) => {
    const value = env[name] ?? ''
    return value.length >= 8 ? [value] : []
  })
