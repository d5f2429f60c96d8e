import { parseBrCode, type BrCode, type BrCodeRefusal } from '@palpite/money/brcode'
import { differs, list, object, text, verdict, type Check, type Json } from './case.ts'

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

/** BR Codes: valid or why not, kind, every top-level field as the file read it, and what we make of it. */
export const checkBrCodes = (file: unknown): Check[] =>
  list(object(file)['vectors']).map((one, place) => {
    const expected = object(one)
    const reading = parseBrCode(text(expected['payload']) ?? '')
    const got = reading.ok ? 'valid' : REASONS[reading.reason]
    return verdict(`brcode ${place + 1} ${text(expected['note']) ?? ''}`.trim(), [
      differs('expect', expected['expect'], got),
      ...(reading.ok ? checkFields(expected, reading.value) : []),
    ])
  })

const checkFields = (expected: Json, code: BrCode): (string | undefined)[] => {
  const fields = object(expected['fields'])
  const account = Object.entries(fields).find(
    ([id, value]) =>
      id >= '26' && id <= '51' && text(object(value)['00'])?.toLowerCase() === 'br.gov.bcb.pix',
  )?.[1]
  const amount = text(fields['54'])
  return [
    differs('type', expected['type'], code.kind),
    differs('fields', Object.keys(fields).toSorted(), code.fields.map((field) => field.id).toSorted()),
    ...code.fields
      .filter((field) => typeof fields[field.id] === 'string')
      .map((field) => differs(`field ${field.id}`, fields[field.id], field.value)),
    differs('key', object(account)['01'], code.key),
    differs('url', object(account)['25'], code.url),
    differs('txid', object(fields['62'])['05'], code.txid),
    differs('name', fields['59'], code.name),
    differs('cents', amount === undefined ? undefined : Math.round(Number(amount) * 100), code.amountCents),
  ]
}
