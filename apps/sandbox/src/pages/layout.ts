import type { FastifyReply } from 'fastify'
import { html, type Html } from './html.ts'

/** No scripts; only pages on this machine may frame it (the payment frame of the player app does). */
const CONTENT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self' http://localhost:* http://127.0.0.1:*",
].join('; ')

export type Page = Readonly<{ title: string; body: Html; status?: number; wide?: boolean }>

/** Sends a whole page in the sandbox's design. */
export const sendPage = (reply: FastifyReply, page: Page): FastifyReply =>
  reply
    .code(page.status ?? 200)
    .header('content-security-policy', CONTENT_POLICY)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(document(page).safe)

const document = ({ title, body, wide }: Page): Html =>
  html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Sandbox</title>
        <link rel="stylesheet" href="/estilo.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main class="${wide === true ? 'wide' : ''}">
          <header><a href="/">Sandbox</a> · nenhum dinheiro de verdade passa por aqui</header>
          ${body}
        </main>
      </body>
    </html> `
