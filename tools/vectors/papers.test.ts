import { expect, test } from 'vitest'
import { checkBrCodes } from './brcode.ts'
import { checkPricing } from './pricing.ts'
import { checkTaxIds } from './taxid.ts'
import { checkUsdtAddresses } from './usdt-address.ts'
import { report } from './vectors.ts'

const CPF = { value: '111.111.111-11', normalized: '11111111111', valid: false, checksum_ok: true }

test.each([
  [CPF, /^1 passed/],
  [{ ...CPF, checksum_ok: false }, /^mismatch .* checksum_ok/],
  [{ ...CPF, owner: 'me' }, /^skipped field owner/],
  [{ value: '52513127765', valid: true, kind: 'CPF', formatted: '525.131.277-65' }, /^1 passed/],
  [{ value: '52513127765' }, /^mismatch .* not said/],
])('a tax id %j: %s', (one, line) => {
  expect(report(checkTaxIds({ cpf: [one] })).lines[0]).toMatch(line)
})

const ADDRESS = {
  network: 'TRC20',
  address: 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg31',
  valid: false,
  reason: 'checksum',
}

test.each([
  [ADDRESS, /^1 passed/],
  [{ ...ADDRESS, reason: 'length' }, /^mismatch .* reason/],
  [{ ...ADDRESS, network: 'TRON' }, /^1 passed/],
  [{ ...ADDRESS, network: 'SOL' }, /^skipped network SOL/],
])('an address %j: %s', (one, line) => {
  expect(report(checkUsdtAddresses({ vectors: [one] })).lines[0]).toMatch(line)
})

const CODE = {
  payload:
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  expect: 'valid',
  crc_in_payload: '1D3D',
  crc_utf8: '1D3D',
  crc_ok: true,
  tlv_ok: true,
  type: 'static',
}

test.each([
  [CODE, /^1 passed/],
  [{ ...CODE, crc_utf8: '0000' }, /^mismatch .* crc_utf8/],
  [{ ...CODE, crc_ok: false }, /^mismatch .* crc_ok/],
  [{ ...CODE, tlv_ok: false }, /^mismatch .* tlv_ok/],
  [{ ...CODE, tlv_error: 'overrun@1' }, /^mismatch .* tlv_error/],
  [{ ...CODE, type: 'dynamic' }, /^mismatch .* type/],
  [{ ...CODE, mood: 'good' }, /^skipped field mood/],
])('a code %j: %s', (one, line) => {
  expect(report(checkBrCodes({ vectors: [one] })).lines[0]).toMatch(line)
})

const CASH_OUT = { stake: 10, odds_taken: 1.8333, odds_now_same_selection: 1.5, reduction: 0.05 }
const IMPLIED = {
  odds: [2, 2.1],
  overround: -0.0238095,
  methods: { multiplicative: { p: [0.5121951, 0.4878049] } },
}

test.each([
  [{ cash_out: [{ ...CASH_OUT, cash_out_unreduced: 12.222, cash_out: 11.6109 }] }, /^1 passed/],
  [{ cash_out: [{ ...CASH_OUT, cash_out: 11.61 }] }, /^mismatch .* cash_out/],
  [{ cash_out: [{ ...CASH_OUT, cash_out: 11.6109, bonus: 1 }] }, /^skipped field bonus/],
  [{ implied: [IMPLIED] }, /^1 passed/],
  [{ implied: [{ ...IMPLIED, overround: 0.1 }] }, /^mismatch .* overround/],
  [{ implied: [{ ...IMPLIED, methods: { multiplicative: { p: [0.5121951] } } }] }, /^mismatch .* chances/],
  [{ tennis: [{ kind: 'match_bo3', serve_point_win: 0.6, return_point_win: 0.4, p: 0.5 }] }, /^1 passed/],
  [{ tennis: [{ kind: 'match_bo5', set_win: 0.5, sets: [2, 0], p: 0.875 }] }, /^1 passed/],
  [{ tennis: [{ kind: 'game', serve_point_win: 0.6, points: [3], p: 0.9 }] }, /^(mismatch|skipped)/],
  [{ tennis: [{ kind: 'set', serve_point_win: 0.6, p: 0.9 }] }, /^mismatch .* return_point_win/],
  [{ corners: [{ p: 1 }] }, /^skipped list corners/],
])('prices %j: %s', (file, line) => {
  expect(report(checkPricing(file)).lines[0]).toMatch(line)
})
