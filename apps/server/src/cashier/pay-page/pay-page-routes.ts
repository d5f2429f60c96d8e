import { readFileSync } from 'node:fs'
import { readLook } from '@palpite/contract/look'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { admitsVisitors, noQuery, takesQuery } from '../../platform/http/plain-routes.ts'
import { type Api, headerOf } from '../../platform/http/serve.ts'
import { type Lang, langOf } from '../../platform/texts.ts'
import type { Cashier } from '../cashier.ts'
import { type OrderView, selectOrderByPayNo } from '../orders/order-queries.ts'
import { endReason, orderStatus } from '../orders/rules.ts'
import { type PageState, renderPage } from './render-page.ts'

/** The page language that the app chose, and whether the last try of the sandbox button failed. */
const pageQuery = z.strictObject({
  lang: z.optional(z.string().check(z.regex(/^[A-Za-z]{2}([-_][A-Za-z]{2})?$/))),
  failed: z.optional(z.literal('1')),
})

type WithPayNo = { Params: { payNo: string }; Querystring: z.output<typeof pageQuery> }

/** No inline code and no external resource; only our own pages may frame it. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join(';')

/** The app's font: the page stands in a frame of the app and should look like it. */
const fontAt = (address: string) => ({ type: 'font/woff2', bytes: readFileSync(new URL(address)) })

/** The font does not change between versions. */
const FONT_CACHE = 'public, max-age=2592000'

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url))
const files = {
  '/pay/pay.js': { type: 'text/javascript; charset=utf-8', bytes: fileOf('pay.js') },
  '/pay/pay.css': { type: 'text/css; charset=utf-8', bytes: fileOf('pay.css') },
  '/pay/pay-light.css': { type: 'text/css; charset=utf-8', bytes: fileOf('pay-light.css') },
  '/pay/geologica.woff2': fontAt(
    import.meta.resolve('@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2'),
  ),
  '/pay/geologica-vietnamese.woff2': fontAt(
    import.meta.resolve('@fontsource-variable/geologica/files/geologica-vietnamese-wght-normal.woff2'),
  ),
  '/pay/geologica-cyrillic.woff2': fontAt(
    import.meta.resolve('@fontsource-variable/geologica/files/geologica-cyrillic-wght-normal.woff2'),
  ),
}

/**
 * The payment page, open to anyone with its unguessable address. It shows one order's code and whether it is paid,
 * and nothing else about the player.
 */
export function payPageRoutes(api: Pick<Api, 'app' | 'admitVisitor'>, cashier: Cashier): void {
  const { app } = api
  const { config } = cashier.deps
  const admitted = admitsVisitors(api)
  const plain = { ...admitted, ...takesQuery(noQuery) }
  const asked = { ...admitted, ...takesQuery(pageQuery) }
  for (const [url, { type, bytes }] of Object.entries(files)) {
    app.get(url, plain, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', url.endsWith('.woff2') ? FONT_CACHE : 'no-cache')
        .send(bytes),
    )
  }

  app.get<WithPayNo>('/pay/:payNo', { ...asked, onSend: tightenPolicy }, async (request, reply) => {
    const { payNo } = request.params
    const order = await orderOf(cashier, payNo)
    const state = stateOf(order)
    const page = renderPage({
      lang: pageLang(request, request.query.lang),
      look: readLook(headerOf(request, 'cookie') ?? ''),
      payNo: order ? payNo : '',
      state,
      amountCents: order?.amountCents ?? 0,
      brCode: order?.brCode ?? '',
      secondsLeft: order?.secondsLeft ?? 0,
      // In a frame the app shows the way back and the time left; a page in its own tab shows both itself.
      isFramed: headerOf(request, 'sec-fetch-dest') === 'iframe',
      hasSandbox: config.SANDBOX_URL !== undefined,
      sandboxFailed: request.query.failed === '1',
    })
    return sendPage(reply.code(order ? 200 : 404), page)
  })

  app.get<WithPayNo>('/pay/:payNo/status', plain, async (request, reply) => {
    const state = stateOf(await orderOf(cashier, request.params.payNo))
    return reply
      .code(state === 'unknown' ? 404 : 200)
      .header('cache-control', 'no-store')
      .send({ state })
  })

  const sandboxUrl = config.SANDBOX_URL
  if (sandboxUrl === undefined) return
  app.post<WithPayNo>('/pay/:payNo/sandbox', asked, async (request, reply) => {
    const { payNo } = request.params
    const order = await orderOf(cashier, payNo)
    if (!order) return reply.code(404).send()
    const paid = stateOf(order) !== 'open' || (await payAtSandbox(sandboxUrl, order.brCode))
    const query = new URLSearchParams({
      ...(request.query.lang === undefined ? {} : { lang: request.query.lang }),
      ...(paid ? {} : { failed: '1' }),
    }).toString()
    return reply.redirect(`/pay/${payNo}${query === '' ? '' : `?${query}`}`, 303)
  })
}

/** A malformed number is not looked up. */
const orderOf = async ({ deps }: Cashier, payNo: string): Promise<OrderView | undefined> =>
  /^[0-9a-f]{32}$/.test(payNo) ? selectOrderByPayNo(deps.db, payNo) : undefined

function stateOf(order: OrderView | undefined): PageState {
  if (!order) return 'unknown'
  const status = orderStatus(order)
  if (status === '00') return 'open'
  if (status === '99') return 'preparing'
  if (status === '10') return 'paid'
  if (status === '-01') return 'failed'
  if (endReason(order) === 'other_payer') return 'returned'
  return order.status === 'cancelled' ? 'cancelled' : 'expired'
}

/** The language that the frame asks for, else the browser's first; `*` names none. */
function pageLang(request: FastifyRequest, requested: string | undefined): Lang {
  const wanted = requested ?? headerOf(request, 'accept-language')
  return langOf(wanted?.startsWith('*') ? undefined : wanted)
}

/** The server's default page policy allows more than this page needs. Runs after the server's own hook. */
async function tightenPolicy(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  void reply.header('content-security-policy', CONTENT_POLICY)
  return payload
}

const sendPage = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)

const TIMEOUT_MS = 10_000

/** Has the sandbox bank pay a code, like a payer in a bank's app; false if it did not. */
async function payAtSandbox(sandboxUrl: string, code: string): Promise<boolean> {
  try {
    const response = await fetch(`${sandboxUrl.replace(/\/$/, '')}/sandbox/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false // the page says so and keeps the button
  }
}
