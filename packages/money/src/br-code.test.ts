import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildBrCode, parseBrCode } from './br-code.ts'
import { cents } from './cents.ts'
import { crc16 } from './crc16.ts'
import { readTlv, writeTlv } from './tlv.ts'

const request = {
  target: { url: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25' },
  name: 'Palpite Jogos Ltda',
  city: 'São Paulo',
  amountCents: cents(10_000),
  singleUse: true,
} as const

const withCrc = (body: string): string => `${body}6304${crc16(`${body}6304`)}`

describe('BR Codes', () => {
  test('the check value of the CRC is 29B1', () => {
    expect(crc16('123456789')).toBe('29B1')
  })

  test('a code we write reads back as what we asked, in plain letters', () => {
    const read = parseBrCode(buildBrCode(request))
    expect(read).toMatchObject({
      ok: true,
      value: {
        kind: 'dynamic',
        url: request.target.url,
        amountCents: 10_000,
        singleUse: true,
        name: 'Palpite Jogos Ltda',
        city: 'Sao Paulo',
        txid: '***',
      },
    })
  })

  test('every amount, name and txid we can ask for survives', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000_000 }).map(cents)
    const txid = fc.stringMatching(/^[a-zA-Z0-9]{1,25}$/)
    fc.assert(
      fc.property(amount, txid, fc.uuid(), (amountCents, id, key) => {
        const code = buildBrCode({ target: { key }, name: 'Ana', city: 'Rio', amountCents, txid: id })
        expect(parseBrCode(code)).toMatchObject({
          ok: true,
          value: { kind: 'static', key, amountCents, txid: id },
        })
      }),
    )
  })

  test('changing any one character is noticed', () => {
    const code = buildBrCode(request)
    fc.assert(
      fc.property(fc.nat(code.length - 1), fc.constantFrom('0', '7', 'A', 'z'), (place, letter) => {
        fc.pre(code[place] !== letter)
        expect(parseBrCode(`${code.slice(0, place)}${letter}${code.slice(place + 1)}`).ok).toBe(false)
      }),
    )
  })

  test('cutting a code anywhere is noticed', () => {
    const code = buildBrCode(request)
    for (let length = 0; length < code.length; length += 1)
      expect(parseBrCode(code.slice(0, length)).ok).toBe(false)
  })

  const account = writeTlv([
    { id: '00', value: 'br.gov.bcb.pix' },
    { id: '01', value: '52998224725' },
  ])
  const code = (change: Readonly<Record<string, string>>): string => {
    const fields = {
      '00': '01',
      '26': account,
      '52': '0000',
      '53': '986',
      '58': 'BR',
      '59': 'ANA',
      '60': 'RIO',
    }
    const sorted = Object.entries({ ...fields, ...change }).toSorted(([a], [b]) => a.localeCompare(b))
    return withCrc(writeTlv(sorted.filter(([, value]) => value !== '').map(([id, value]) => ({ id, value }))))
  }

  test.each([
    [{}, 'valid'],
    [{ '53': '840' }, 'currency'],
    [{ '58': 'AR' }, 'country'],
    [{ '54': '1.234' }, 'amount'],
    [{ '54': '-1' }, 'amount'],
    [{ '59': '' }, 'field'],
    [{ '26': '0010com.outro.' }, 'not-pix'],
    [{ '00': '02' }, 'field'],
  ])('a code with %j is %s', (change, expected) => {
    const read = parseBrCode(code(change as Record<string, string>))
    expect(read.ok ? 'valid' : read.reason).toBe(expected)
  })

  test('refuses to write what nobody could pay', () => {
    expect(() => buildBrCode({ ...request, amountCents: cents(0) })).toThrow('above zero')
    expect(() => buildBrCode({ ...request, txid: 'tem espaço' })).toThrow('letters or digits')
    expect(() => buildBrCode({ ...request, target: { key: 'x'.repeat(99) } })).toThrow('99 characters')
  })

  test('an overlong text is refused before it is read', () => {
    expect(parseBrCode('0'.repeat(5000))).toEqual({ ok: false, reason: 'tlv' })
    expect(readTlv('00AA')).toMatchObject({ ok: false, at: 0 })
  })
})
