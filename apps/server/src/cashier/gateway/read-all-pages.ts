import { Fault } from '../../platform/fault.ts'
import type { BankClient } from './bank-client.ts'
import type { Span } from './payment-gateway.ts'
import { pageCount, readProblem } from './wire.ts'

type Listing = { path: string; span: Span; list: string; more?: Readonly<Record<string, string>> }

const ITEMS_A_PAGE = 500
/** Past this a span is too wide to be read at once; the caller's next run goes on from where it was. */
const MAX_PAGES = 200

/** Everything a paged listing of API Pix holds for a span. */
export async function readAllPages(client: BankClient, listing: Listing): Promise<unknown[]> {
  const items: unknown[] = []
  for (let page = 0; ; page += 1) {
    const body = await readPage(client, listing, page)
    const list = (body as Record<string, unknown> | undefined)?.[listing.list]
    if (!Array.isArray(list)) throw new Fault('the bank’s listing cannot be read')
    items.push(...(list as unknown[]))
    if (page + 1 >= pageCount(body)) return items
    if (page + 1 >= MAX_PAGES) throw new Fault('the bank’s listing has too many pages')
  }
}

async function readPage(client: BankClient, { path, span, more }: Listing, page: number): Promise<unknown> {
  const query = new URLSearchParams({
    inicio: span.from.toISOString(),
    fim: span.to.toISOString(),
    ...more,
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(ITEMS_A_PAGE),
  })
  const { status, body } = await client.call('GET', `${path}?${query.toString()}`)
  if (status !== 200) throw new Fault(`the bank refused a listing: ${readProblem(status, body)}`)
  return body
}
