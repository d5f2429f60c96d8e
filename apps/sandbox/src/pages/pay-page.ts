import { chargeEndsAt, RECEIVER, REFUSAL_TEXTS, type Charge, type Pix } from '../bank/index.ts'
import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'
import { moment, reais } from './words.ts'

type PaymentRefusal = keyof typeof REFUSAL_TEXTS

/** The page with the field for a code. */
export const askForCodePage = (): Page => ({
  title: 'Pagar um PIX',
  body: html`<section>
    <h1>Pagar um PIX</h1>
    <p class="soft">Cole o código PIX copia e cola. No próximo passo você confere o valor e confirma.</p>
    <form method="get" action="/pagar">
      <label for="code">Código PIX</label>
      <textarea id="code" name="code" required autocomplete="off" spellcheck="false"></textarea>
      <button type="submit">Continuar</button>
    </form>
  </section>`,
})

export type PayForm = Readonly<{ charge: Charge; name: string; taxId: string; mistake?: string | undefined }>

/** The details of a code, and the button that pays it. */
export const confirmPage = ({ charge, name, taxId, mistake }: PayForm): Page => ({
  title: 'Confirmar pagamento',
  ...(mistake === undefined ? {} : { status: 400 }),
  body: html`<section>
    <h1 class="soft">Você vai pagar</h1>
    <p class="amount">${reais(charge.terms.valueCents)}</p>
    <dl>
      <dt>Para</dt>
      <dd>${RECEIVER.name}</dd>
      ${
        charge.terms.payerRequest === undefined
          ? ''
          : html`<dt>Descrição</dt>
              <dd>${charge.terms.payerRequest}</dd>`
      }
      <dt>Vence em</dt>
      <dd>${moment(chargeEndsAt(charge))} (horário de Brasília)</dd>
    </dl>
    ${mistake === undefined ? '' : html`<p class="bad" role="alert">${mistake}</p>`}
    <form method="post" action="/pagar">
      <input type="hidden" name="code" value="${charge.brCode}" />
      <label for="nome">Nome de quem paga</label>
      <input id="nome" name="nome" value="${name}" required maxlength="200" autocomplete="off" />
      <label for="cpf">CPF de quem paga</label>
      <input
        id="cpf"
        name="cpf"
        value="${taxId}"
        required
        maxlength="18"
        inputmode="numeric"
        autocomplete="off"
      />
      <button type="submit">Pagar</button>
    </form>
  </section>`,
})

/** The page that says why a code cannot be paid. */
export const refusedPage = (refusal: PaymentRefusal): Page => ({
  title: 'Não é possível pagar',
  status: { unreadable: 400, amount: 400, payer: 403, unknown: 404, expired: 409, removed: 409, paid: 409 }[
    refusal
  ],
  body: html`<section>
    <h1>Não é possível pagar</h1>
    <p class="bad" role="alert">${REFUSAL_TEXTS[refusal]}</p>
    <p><a href="/pagar">Pagar outro código</a></p>
  </section>`,
})

/** The receipt of a payment. */
export const receiptPage = (pix: Pix): Page => ({ title: 'Pagamento realizado', body: receipt(pix) })

const receipt = (pix: Pix): Html =>
  html`<section>
    <h1>Pagamento realizado</h1>
    <p class="amount">${reais(pix.valueCents)}</p>
    <dl>
      <dt>Para</dt>
      <dd>${RECEIVER.name}</dd>
      <dt>De</dt>
      <dd>${pix.payerName}</dd>
      <dt>Quando</dt>
      <dd>${moment(pix.paidAt)} (horário de Brasília)</dd>
      <dt>Identificador</dt>
      <dd><code>${pix.endToEndId}</code></dd>
    </dl>
    <p class="soft">Pode fechar esta página: o recebedor é avisado pelo banco.</p>
  </section>`
