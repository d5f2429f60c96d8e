import type { Pix } from '../bank/index.ts'
import type { Payout } from '../payouts/index.ts'
import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'
import { moment, reais } from './words.ts'

/** The latest payments in and out, for people. */
export const statementPage = (received: readonly Pix[], sent: readonly Payout[]): Page => ({
  title: 'Extrato',
  wide: true,
  body: html`<section>
    <h1>Extrato</h1>
    <h2>Recebidos</h2>
    ${table(received.map((pix) => row(pix.paidAt, pix.valueCents, pix.payerName, pix.endToEndId)))}
    <h2>Enviados</h2>
    ${table(sent.map((payout) => row(payout.requestedAt, payout.request.valueCents, payout.status, payout.sendId)))}
  </section>`,
})

const row = (at: number, amountCents: number, what: string, id: string): Html =>
  html`<tr>
    <td>${moment(at)}</td>
    <td>${reais(amountCents)}</td>
    <td>${what}</td>
    <td><code>${id}</code></td>
  </tr>`

const table = (rows: readonly Html[]): Html =>
  rows.length === 0
    ? html`<p class="soft">Nada ainda.</p>`
    : html`<table>
        <tbody>
          ${rows}
        </tbody>
      </table>`
