import { cents, plainReais, type Cents } from './cents.ts'
import { crc16 } from './crc16.ts'
import { fieldValue, readTlv, writeTlv, type TlvField } from './tlv.ts'

const PIX = 'br.gov.bcb.pix'
const LONGEST_PAYLOAD = 1024

/** The content of a valid PIX BR Code. `fields` keeps every top-level field in order. */
export type BrCode = {
  readonly kind: 'static' | 'dynamic'
  readonly key?: string
  readonly url?: string
  /** Address of a recurrence (Pix Automático) beside the charge, or alone. */
  readonly recurrenceUrl?: string
  readonly text?: string
  readonly amountCents?: Cents
  readonly singleUse: boolean
  readonly name: string
  readonly city: string
  readonly postalCode?: string
  readonly txid?: string
  readonly fields: readonly TlvField[]
}

/** Why a payload is not a PIX BR Code. */
export type BrCodeRefusal =
  | 'truncated'
  | 'tlv'
  | 'crc'
  | 'not-pix'
  | 'currency'
  | 'country'
  | 'amount'
  | 'field'

export type BrCodeReading =
  | { readonly ok: true; readonly value: BrCode }
  | { readonly ok: false; readonly reason: BrCodeRefusal }

/**
 * Reads a PIX copy-and-paste code, or says why it is not one. Checks structure, CRC, arrangement, currency, country
 * and amount; unknown fields are kept. It does not ask a bank whether the charge exists.
 * Source: docs/maths/br-code.md.
 */
export const parseBrCode = (payload: string): BrCodeReading => {
  if (payload.length > LONGEST_PAYLOAD) return refuse('tlv')
  const read = readTlv(payload)
  if (!read.ok) return refuse('tlv')
  const { fields } = read
  const last = fields.at(-1)
  if (last?.id !== '63' || last.value.length !== 4) return refuse('truncated')
  if (crc16(payload.slice(0, -4)) !== last.value) return refuse('crc')
  if (fields[0]?.id !== '00' || fields[0].value !== '01') return refuse('field')
  const account = pixAccount(fields)
  if (!account) return refuse('not-pix')
  return describe(fields, account)
}

const refuse = (reason: BrCodeRefusal): BrCodeReading => ({ ok: false, reason })

/** The PIX part among the merchant accounts 26 to 51. */
const pixAccount = (fields: readonly TlvField[]) => pixTemplate(fields, '26', '51')

/** The PIX part among these templates; names of arrangements differ in case between banks. */
const pixTemplate = (fields: readonly TlvField[], first: string, last: string): TlvField[] | undefined => {
  for (const { id, value } of fields) {
    if (id < first || id > last) continue
    const inner = readTlv(value)
    if (inner.ok && fieldValue(inner.fields, '00')?.toLowerCase() === PIX) return inner.fields
  }
  return undefined
}

const readAmount = (written: string): Cents | undefined => {
  const match = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(written)
  if (!match) return undefined
  return cents(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
}

const describe = (fields: readonly TlvField[], account: readonly TlvField[]): BrCodeReading => {
  if (fieldValue(fields, '53') !== '986') return refuse('currency')
  if (fieldValue(fields, '58') !== 'BR') return refuse('country')
  const [name, city, category] = [
    fieldValue(fields, '59'),
    fieldValue(fields, '60'),
    fieldValue(fields, '52'),
  ]
  const [key, url] = [fieldValue(account, '01'), fieldValue(account, '25')]
  // A recurrence has its own template, 80 to 99; if nothing is due now, the account has neither key nor address.
  const recurrenceUrl = fieldValue(pixTemplate(fields, '80', '99') ?? [], '25')
  const isForSomething = [key, url, recurrenceUrl].some(Boolean)
  if (!name || !city || !/^\d{4}$/.test(category ?? '') || !isForSomething) return refuse('field')
  const written = fieldValue(fields, '54')
  const amountCents = written === undefined ? undefined : readAmount(written)
  if (written !== undefined && amountCents === undefined) return refuse('amount')
  const extra = readTlv(fieldValue(fields, '62') ?? '')
  if (!extra.ok) return refuse('tlv')
  const optional = {
    key,
    url,
    recurrenceUrl,
    text: fieldValue(account, '02'),
    amountCents,
    postalCode: fieldValue(fields, '61'),
    txid: fieldValue(extra.fields, '05'),
  }
  const value = {
    kind: url === undefined ? ('static' as const) : ('dynamic' as const),
    singleUse: fieldValue(fields, '01') === '12',
    name,
    city,
    fields,
    ...withoutMissing(optional),
  }
  return { ok: true, value }
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const withoutMissing = <T extends object>(record: T): Present<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>

/** The content of a new BR Code: a key (static) or a charge's address (dynamic). */
export type BrCodeRequest = {
  readonly target: { readonly key: string } | { readonly url: string }
  readonly name: string
  readonly city: string
  readonly amountCents?: Cents
  readonly text?: string
  readonly txid?: string
  readonly singleUse?: boolean
}

/** Letters without accents, only printable ASCII: lengths are then equal in characters and bytes. */
const plain = (text: string, max: number): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, max)

/**
 * Writes a PIX copy-and-paste code that `parseBrCode` reads back.
 * Asserts: amount above zero if given; txid of 1 to 25 letters or digits (or absent); key or address fits.
 */
export const buildBrCode = (request: BrCodeRequest): string => {
  const txid = request.txid ?? '***'
  if (!/^(\*\*\*|[a-zA-Z0-9]{1,25})$/.test(txid)) throw new Error('txid must be 1 to 25 letters or digits')
  if (request.amountCents !== undefined && request.amountCents <= 0)
    throw new Error('a charge must be above zero')
  const target =
    'key' in request.target
      ? { id: '01', value: request.target.key }
      : { id: '25', value: request.target.url }
  const text = request.text ? [{ id: '02', value: plain(request.text, 72) }] : []
  const body = writeTlv([
    { id: '00', value: '01' },
    ...(request.singleUse === true ? [{ id: '01', value: '12' }] : []),
    { id: '26', value: writeTlv([{ id: '00', value: PIX }, target, ...text]) },
    { id: '52', value: '0000' },
    { id: '53', value: '986' },
    ...(request.amountCents === undefined ? [] : [{ id: '54', value: plainReais(request.amountCents) }]),
    { id: '58', value: 'BR' },
    { id: '59', value: plain(request.name, 25) },
    { id: '60', value: plain(request.city, 15) },
    { id: '62', value: writeTlv([{ id: '05', value: txid }]) },
  ])
  return `${body}6304${crc16(`${body}6304`)}`
}
