import { parseBrCode, type BrCode, type BrCodeRefusal } from '@palpite/money/brcode'
import { attempt, differs, list, object, text, verdict, type Check, type Json } from './case.ts'
import { compareFields } from './fields.ts'

/** What the files call each reason. */
const REASONS: Readonly<Record<BrCodeRefusal, string>> = {
  truncated: 'invalid:truncated',
  tlv: 'invalid:tlv',
  crc: 'invalid:crc',
  'not-pix': 'invalid:not-pix',
  currency: 'invalid:currency',
  country: 'invalid:country',
  amount: 'invalid:amount',
  field: 'invalid:field',
}

/** BR Codes: valid or why not, kind, CRC, every field as the file read it, and what we make of it. */
export const checkBrCodes = (file: unknown): Check[] =>
  list(object(file)['vectors'] ?? file).map((value, place) => {
    const one = object(value)
    const id = `brcode ${place + 1} ${text(one['note']) ?? ''}`.trim()
    return attempt(id, () => checkOne(id, one))
  })

const checkOne = (id: string, one: Json): Check => {
  const { payload, ...expected } = one
  if (typeof payload !== 'string') return { verdict: 'failed', id, why: 'the payload is no text' }
  if (one['expect'] === undefined) return { verdict: 'failed', id, why: 'nothing is expected' }
  const reading = parseBrCode(payload)
  const got = reading.ok ? 'valid' : REASONS[reading.reason]
  const tlv = readFields(payload)
  const crc = crcOf(payload)
  const { wrongs, unread } = compareFields('the code', expected, {
    expect: (value) => differs('expect', value, got),
    crc_in_payload: (value) => differs('crc_in_payload', value, payload.slice(-4)),
    crc_utf8: (value) => differs('crc_utf8', value, crc),
    crc_ok: (value) => differs('crc_ok', value, payload.slice(-4) === crc),
    tlv_ok: (value) => differs('tlv_ok', value, tlv.ok),
    tlv_error: (value) => compareBreak(text(value) ?? '', tlv),
    type: (value) =>
      differs('type', value, reading.ok ? reading.value.kind : tlv.ok ? kindOf(tlv.fields) : undefined),
    fields: (value) => (tlv.ok ? compareTemplates(object(value), tlv.fields) : 'fields: the code has none'),
  })
  return verdict(
    id,
    [...wrongs, ...(reading.ok ? checkMeaning(object(one['fields']), reading.value) : [])],
    unread,
  )
}

type Field = { readonly id: string; readonly value: string }
type Fields =
  | { readonly ok: true; readonly fields: readonly Field[] }
  | { readonly ok: false; readonly error: string }

/** Tag, length, value, on this page's own: files show the fields of codes the product refuses before it reads them. */
const readFields = (written: string): Fields => {
  const fields: Field[] = []
  for (let at = 0; at < written.length;) {
    const [, id, size] = /^(\d\d)(\d\d)/.exec(written.slice(at, at + 4)) ?? []
    if (id === undefined)
      return { ok: false, error: `${written.length - at < 4 ? 'overrun' : 'header'}@${at}` }
    const end = at + 4 + Number(size)
    if (end > written.length) return { ok: false, error: `overrun@${at}` }
    fields.push({ id, value: written.slice(at + 4, end) })
    at = end
  }
  return { ok: true, fields }
}

/** Where a code breaks: an overrun with its place; of other breaks files have words of their own, so only that it does. */
const compareBreak = (expected: string, read: Fields): string | undefined => {
  const got = read.ok ? undefined : read.error
  const isOurs = expected.startsWith('overrun') || got === undefined
  return isOurs ? differs('tlv_error', expected, got) : undefined
}

/** CRC-16/CCITT-FALSE over all but the last four characters. */
const crcOf = (payload: string): string => {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(payload.slice(0, -4))) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

const inside = (value: string): readonly Field[] => {
  const read = readFields(value)
  return read.ok ? read.fields : []
}

const isAccount = ({ id }: Field): boolean => id >= '26' && id <= '51'

const kindOf = (fields: readonly Field[]): string =>
  fields.filter(isAccount).some(({ value }) => inside(value).some(({ id }) => id === '25'))
    ? 'dynamic'
    : 'static'

/** Every field the file lists and no other, also inside templates. */
const compareTemplates = (expected: Json, fields: readonly Field[]): string | undefined => {
  const ids = differs('fields', Object.keys(expected).toSorted(), fields.map((field) => field.id).toSorted())
  if (ids !== undefined) return ids
  for (const { id, value } of fields) {
    const wanted = expected[id]
    const wrong =
      typeof wanted === 'object' && wanted !== null
        ? compareTemplates(object(wanted), inside(value))
        : differs(`field ${id}`, wanted, value)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** What the product makes of a valid code: key or address, transaction, name and amount. */
const checkMeaning = (fields: Json, code: BrCode): (string | undefined)[] => {
  if (Object.keys(fields).length === 0) return []
  const account = Object.entries(fields).find(
    ([id, value]) =>
      id >= '26' && id <= '51' && text(object(value)['00'])?.toLowerCase() === 'br.gov.bcb.pix',
  )?.[1]
  const amount = text(fields['54'])
  return [
    differs('key', object(account)['01'], code.key),
    differs('url', object(account)['25'], code.url),
    differs('txid', object(fields['62'])['05'], code.txid),
    differs('name', fields['59'], code.name),
    differs('cents', amount === undefined ? undefined : Math.round(Number(amount) * 100), code.amountCents),
  ]
}
