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

  // Worked out by another implementation, Python's binascii.crc_hqx(bytes, 0xffff).
  test.each([
    ['', 'FFFF'],
    ['A', 'B915'],
    ['99', '0578'],
    ['315', '003B'],
    ['São Paulo', 'E390'],
  ])('the CRC of "%s" is %s', (text, expected) => {
    expect(crc16(text)).toBe(expected)
  })

  // The example of the manual, and one of Banco Central's sandbox.
  test.each([
    [
      'pix.example.com/rec/2353c790eefb11eaadc10242ac120002',
      '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac1200026304F2DA',
    ],
    [
      'qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/c7dc3d94706d4901a72480e98fcd52e1',
      '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80950014br.gov.bcb.pix2573qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/c7dc3d94706d4901a72480e98fcd52e16304BAEE',
    ],
  ])('a recurrence alone is read: %s', (recurrenceUrl, code) => {
    const read = parseBrCode(code)
    expect(read).toMatchObject({ ok: true, value: { kind: 'static', recurrenceUrl, txid: '***' } })
    expect(read.ok && [read.value.key, read.value.url]).toEqual([undefined, undefined])
  })

  test("another arrangement's template is no recurrence", () => {
    const other = writeTlv([
      { id: '00', value: 'com.example' },
      { id: '25', value: 'example.com/rec/1' },
    ])
    const code = writeTlv([
      { id: '00', value: '01' },
      { id: '26', value: '0014br.gov.bcb.pix' },
      { id: '52', value: '0000' },
      { id: '53', value: '986' },
      { id: '58', value: 'BR' },
      { id: '59', value: 'Fulano' },
      { id: '60', value: 'BRASILIA' },
      { id: '80', value: other },
    ])
    expect(parseBrCode(withCrc(code))).toEqual({ ok: false, reason: 'field' })
  })

  test("writes the manual's example exactly, and reads all of it", () => {
    const key = '123e4567-e12b-12d1-a456-426655440000'
    const manual = `00020126580014br.gov.bcb.pix0136${key}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`
    expect(buildBrCode({ target: { key }, name: 'Fulano de Tal', city: 'BRASILIA' })).toBe(manual)
    const read = parseBrCode(manual)
    expect(read.ok && Object.keys(read.value).toSorted()).toEqual([
      'city',
      'fields',
      'key',
      'kind',
      'name',
      'singleUse',
      'txid',
    ])
    expect(read).toMatchObject({
      value: { kind: 'static', key, singleUse: false, name: 'Fulano de Tal', city: 'BRASILIA', txid: '***' },
    })
    expect(read.ok && read.value.fields.map(({ id }) => id)).toEqual([
      '00',
      '26',
      '52',
      '53',
      '58',
      '59',
      '60',
      '62',
      '63',
    ])
  })

  test('writes text, amount and single use, each in its field', () => {
    const code = buildBrCode({
      target: { key: 'k' }, // short, so that 72 letters of text fit
      name: '  Ana Conceição da Silva e Souza Lima',
      city: 'São José dos Campos',
      amountCents: cents(1),
      text: `Pedido nº ${'7'.repeat(80)}`,
      txid: 'a'.repeat(25),
      singleUse: true,
    })
    const text = `Pedido n ${'7'.repeat(63)}`
    const account = `0014br.gov.bcb.pix0101k0272${text}`
    const body =
      `000201010212` +
      `26${account.length}${account}52040000530398654040.015802BR` +
      `5925Ana Conceicao da Silva e 6015Sao Jose dos Ca62290525${'a'.repeat(25)}`
    expect(code).toBe(withCrc(body))
    expect(parseBrCode(code)).toMatchObject({ value: { singleUse: true, text, amountCents: 1 } })
  })

  test('a written code reads back as requested, in plain letters', () => {
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

  test('every possible amount, name and txid survives', () => {
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

  test('changing any character is detected', () => {
    const code = buildBrCode(request)
    fc.assert(
      fc.property(fc.nat(code.length - 1), fc.constantFrom('0', '7', 'A', 'z'), (place, letter) => {
        fc.pre(code[place] !== letter)
        expect(parseBrCode(`${code.slice(0, place)}${letter}${code.slice(place + 1)}`).ok).toBe(false)
      }),
    )
  })

  test('truncating a code anywhere is detected', () => {
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
    [{ '54': 'x1' }, 'amount'],
    [{ '54': '1x' }, 'amount'],
    [{ '54': '12345678901' }, 'amount'],
    [{ '52': '00A0' }, 'field'],
    [{ '52': '000' }, 'field'],
    [{ '52': '00000' }, 'field'],
    [{ '52': '' }, 'field'],
    [{ '60': '' }, 'field'],
    [{ '53': '' }, 'currency'],
    [{ '58': '' }, 'country'],
    [{ '26': '0014br.gov.bcb.pix' }, 'field'],
    [{ '26': '0014br.gov.bcb.pix0299short' }, 'not-pix'],
    [{ '26': '0014BR.GOV.BCB.PIX01111234567890a' }, 'valid'],
    [{ '26': '', '51': account }, 'valid'],
    [{ '26': '0010com.outro.', '27': account }, 'valid'],
    [{ '26': '0099short', '27': account }, 'valid'],
    [{ '25': account, '26': '' }, 'not-pix'],
    [{ '26': '', '80': account }, 'not-pix'],
    [{ '62': '05' }, 'tlv'],
    [{ '62': '0503***' }, 'valid'],
    [{ '00': '', '01': '01' }, 'field'],
    [{ '59': '' }, 'field'],
    [{ '26': '0010com.outro.' }, 'not-pix'],
    [{ '00': '02' }, 'field'],
  ])('a code with %j is %s', (change, expected) => {
    const read = parseBrCode(code(change as Record<string, string>))
    expect(read.ok ? 'valid' : read.reason).toBe(expected)
  })

  test.each([
    ['1', 100],
    ['1.', 100],
    ['1.5', 150],
    ['0.05', 5],
    ['9999999999.99', 999_999_999_999],
  ])('the amount %s is %d cents', (written, amountCents) => {
    expect(parseBrCode(code({ '54': written }))).toMatchObject({ ok: true, value: { amountCents } })
  })

  test('a postal code is read, and an address makes a code dynamic', () => {
    const url = '0014br.gov.bcb.pix2507a.com/b'
    expect(parseBrCode(code({ '26': url, '61': '01310100' }))).toMatchObject({
      value: { kind: 'dynamic', url: 'a.com/b', postalCode: '01310100' },
    })
  })

  test('a code without its CRC, or with a wrong one, says so', () => {
    const good = code({})
    const reasonOf = (text: string) => {
      const read = parseBrCode(text)
      return read.ok ? 'valid' : read.reason
    }
    expect(reasonOf(good.slice(0, -8))).toBe('truncated')
    expect(reasonOf(`${good.slice(0, -8)}6303${good.slice(-4, -1)}`)).toBe('truncated')
    expect(reasonOf('')).toBe('truncated')
    expect(reasonOf(good.slice(0, -1))).toBe('tlv')
    expect(reasonOf(`${good.slice(0, -4)}0000`)).toBe('crc')
  })

  test('a code of 1024 characters is read, a longer one is not', () => {
    const long = { '26': account, '80': 'x'.repeat(99) }
    const filled = Object.fromEntries(
      ['81', '82', '83', '84', '85', '86', '87', '88'].map((id) => [id, 'x'.repeat(94)]),
    )
    const room = 1024 - code({ ...long, ...filled, '89': 'x' }).length
    expect(parseBrCode(code({ ...long, ...filled, '89': 'x'.repeat(1 + room) })).ok).toBe(true)
    expect(parseBrCode(code({ ...long, ...filled, '89': 'x'.repeat(2 + room) }))).toEqual({
      ok: false,
      reason: 'tlv',
    })
  })

  test('refuses to write an unpayable code', () => {
    expect(() => buildBrCode({ ...request, amountCents: cents(0) })).toThrow('above zero')
    for (const txid of ['tem espaço', '', 'a!', '!a', 'a'.repeat(26), '****']) {
      expect(() => buildBrCode({ ...request, txid })).toThrow('letters or digits')
    }
    expect(() => buildBrCode({ ...request, target: { key: 'x'.repeat(99) } })).toThrow('99 characters')
  })

  test('an overlong text is refused before it is read', () => {
    expect(parseBrCode('0'.repeat(5000))).toEqual({ ok: false, reason: 'tlv' })
    expect(readTlv('00AA')).toMatchObject({ ok: false, at: 0 })
  })
})
