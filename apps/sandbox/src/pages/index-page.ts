import { html } from './html.ts'
import type { Page } from './layout.ts'

/** Describes the sandbox to a person who opens it. */
export const indexPage = (): Page => ({
  title: 'O mundo numa caixa',
  wide: true,
  body: html`<section>
      <h1>O mundo numa caixa</h1>
      <p>
        Este programa faz o papel de tudo o que fica fora da casa: um banco que recebe e envia PIX, um
        carteiro e um leitor de captchas. Ele só responde nesta máquina, guarda tudo num arquivo e nunca move
        dinheiro de verdade.
      </p>
      <ul>
        <li><a href="/pagar">Pagar um PIX</a>: cole um código copia e cola e confirme.</li>
        <li><a href="/extrato">Extrato</a>: o que o banco recebeu e enviou.</li>
        <li><a href="/mailbox/page">Caixa de entrada</a>: todos os e-mails que a casa mandou.</li>
        <li><a href="/atendimento">Atendimento</a>: responda aos jogadores no lugar da casa.</li>
        <li><a href="/social">Rede social</a>: a página da casa, até que outra seja definida.</li>
        <li><a href="/sandbox/webhooks">Avisos (webhooks)</a>: a fila, com cada tentativa.</li>
        <li><a href="/sandbox/faults">Falhas armadas</a>: o que vai dar errado de propósito.</li>
      </ul>
    </section>
    <section>
      <h2>O banco</h2>
      <p>
        Fala a API Pix 2.9 do Banco Central: <code>/oauth/token</code>, <code>/cob</code>, <code>/pix</code>,
        <code>/webhook</code>, com devoluções. Envios seguem a Efí: <code>PUT /v3/gn/pix/{idEnvio}</code> e
        <code>GET /v2/gn/pix/enviados/id-envio/{idEnvio}</code>. Cada aviso leva uma assinatura no cabeçalho
        <code>x-signature</code>.
      </p>
      <h2>Falhas sob encomenda</h2>
      <p>
        <code>POST /sandbox/faults</code> arma uma falha para as próximas operações: aviso atrasado, repetido,
        fora de ordem ou perdido; chamada sem resposta ou com erro 5xx, antes ou depois de aceita; envio
        recusado na hora ou mais tarde; valor pago diferente. A lista completa está no README do sandbox.
      </p>
    </section>`,
})
