import type { Mail } from '../mail/index.ts'
import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'
import { moment } from './words.ts'

/** The mails received, newest first, as plain text. */
export const mailboxPage = (mails: readonly Mail[], address: string): Page => ({
  title: 'Caixa de entrada',
  wide: true,
  body: html`<section>
      <h1>Caixa de entrada</h1>
      <form method="get" action="/mailbox/page">
        <label for="to">Só para este endereço</label>
        <input id="to" name="to" value="${address}" autocomplete="off" />
      </form>
    </section>
    ${mails.length === 0 ? html`<section><p class="soft">Nenhum e-mail ainda.</p></section>` : mails.map(one)}`,
})

const one = (mail: Mail): Html =>
  html`<section>
    <details>
      <summary>
        <strong>${mail.subject === '' ? '(sem assunto)' : mail.subject}</strong><br />
        <span class="soft">${moment(mail.receivedAt)} · para ${mail.recipients.join(', ')}</span>
      </summary>
      <pre>${mail.text}</pre>
    </details>
  </section>`
