import { createHmac } from 'node:crypto'
import type { Draw } from './fuzz.ts'

/** A bank for deposits and payouts, for an attacker who has its secret. */
export type HookedBank = { name: string; secret: string }

/** A payment the bank knows; `at` is the bank's index. */
export type KnownPix = { at: number; endToEndId: string; txid: string; cents: number }

export type Hook = {
  what: string
  path: string
  body: string
  headers: Record<string, string>
  /** The expected answer: stored, or rejected. */
  http: 200 | 401
}

type World = {
  banks: readonly HookedBank[]
  /** Payments so far, of other players and other banks too. */
  pixes: readonly KnownPix[]
  /** Unpaid charges. */
  unpaid: readonly string[]
  /** Payouts in progress or finished. */
  payouts: readonly string[]
  nowSeconds: number
}

const reais = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Values of every kind that may be in a list of payments. */
const JUNK: readonly unknown[] = [
  null,
  7,
  'E1',
  [],
  {},
  { endToEndId: null },
  { endToEndId: "' or 1=1 --" },
  { endToEndId: '../../pix' },
  { endToEndId: '__proto__', txid: 'constructor' },
  { endToEndId: 'E'.repeat(65) },
  { gnExtras: { idEnvio: '' } },
  { gnExtras: { idEnvio: 'x'.repeat(36) } },
  { gnExtras: null },
]

/** A signed webhook's claim about one payment, true or not. */
function claim(draw: Draw, world: World): object {
  const { endToEndId, txid, cents } = draw.pick(world.pixes)
  const reported = { endToEndId, txid, valor: reais(cents), horario: '2026-11-20T12:00:00.000Z' }
  const refund = { id: 'd1', rtrId: 'D1', valor: reais(cents), status: 'DEVOLVIDO' }
  const other = draw.pick(world.pixes)
  const unpaid = world.unpaid.length > 0 ? draw.pick(world.unpaid) : txid
  return draw.pick([
    reported,
    reported,
    { endToEndId },
    { ...reported, valor: '999999.99' },
    { ...reported, valor: '-1.00' },
    { ...reported, txid: other.txid },
    { ...reported, txid: unpaid },
    { ...reported, endToEndId: `E${String(draw.below(1e9)).padStart(31, '0')}`, txid: unpaid },
    { ...reported, devolucoes: [refund] },
    { ...reported, devolucoes: [refund, { ...refund, id: 'd2' }] },
    ...(world.payouts.length > 0
      ? ['REALIZADO', 'NAO_REALIZADO', 'EM_PROCESSAMENTO'].map((status) => ({
          valor: '60.00',
          status,
          endToEndId,
          gnExtras: { idEnvio: draw.pick(world.payouts) },
        }))
      : []),
  ])
}

function bodyOf(draw: Draw, world: World): string {
  const items = Array.from({ length: 1 + draw.below(draw.chance(10) ? 40 : 3) }, () =>
    draw.chance(15) ? draw.pick(JUNK) : claim(draw, world),
  )
  const body = JSON.stringify({ pix: draw.chance(20) ? [...items, ...items] : items })
  if (draw.chance(3)) return body.slice(0, draw.below(body.length))
  if (draw.chance(3)) return body.replace('"pix"', draw.pick(['"Pix"', '"pix":[],"pix"', '"__proto__"']))
  return draw.chance(10) ? `${body}${' '.repeat(1 + draw.below(5))}` : body
}

const sign = (secret: string, seconds: number | string, body: string) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** The next webhook: mostly validly signed with wrong content, sometimes the reverse. */
export function hostileHook(draw: Draw, world: World): Hook {
  const body = bodyOf(draw, world)
  const at = draw.below(world.banks.length)
  const { name, secret } = world.banks[at] ?? draw.pick(world.banks)
  const path = `/api/hooks/${name}/pix`
  const kept = (signature: string, what: string): Hook => ({
    what,
    path,
    body,
    headers: { 'x-signature': signature },
    http: 200,
  })
  const { nowSeconds } = world
  if (draw.chance(75)) {
    const aged = nowSeconds - draw.below(200) + draw.below(200)
    return kept(sign(secret, aged, body), 'signed')
  }
  const other = world.banks[(at + 1) % world.banks.length] ?? { secret: 'nobody’s' }
  const right = sign(secret, nowSeconds, body)
  const [what, signature] = draw.pick<readonly [string, string]>([
    ['signed by the other bank', sign(other.secret, nowSeconds, body)],
    ['signed over other bytes', sign(secret, nowSeconds, `${body} `)],
    ['signed too long ago', sign(secret, nowSeconds - 400 - draw.below(1e6), body)],
    ['signed ahead', sign(secret, nowSeconds + 400 + draw.below(1e6), body)],
    ['of another second', right.replace(/^t=\d+/, `t=${nowSeconds - 1}`)],
    ['unsigned', ''],
    ['in capitals', right.toUpperCase()],
    ['cut short', right.slice(0, -1)],
    ['twice', `${right},${right}`],
    ['of no second', right.replace(/^t=\d+/, 't=')],
  ])
  return { ...kept(signature, what), http: 401 }
}
