import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'
import { moment } from './words.ts'

/** A support chat of a player, as the product's call answers it. */
export type SupportChat = Readonly<{
  thread: { threadId: string; lang: string; waitsSince: string | null }
  lines: readonly {
    author: 'player' | 'operator'
    text: string
    at: string
    about: { kind: 'bet' | 'payment'; id: string } | null
    lineId: string
    hasPicture: boolean
  }[]
  /** Whether the player is typing. */
  isTyping: boolean
}>

/** The page for answering in the house's place: every open chat with a form, those that wait first. */
export const supportPage = (chats: readonly SupportChat[] | undefined): Page => ({
  title: 'Atendimento',
  wide: true,
  ...(chats === undefined ? { status: 502 } : {}),
  body: html`<section>
      <h1>Atendimento</h1>
      <p>Aqui você responde aos jogadores no lugar da casa.</p>
      <p><a href="/atendimento">Atualizar</a></p>
    </section>
    ${
      chats === undefined
        ? html`<section><p class="bad">O servidor do Palpite não respondeu.</p></section>`
        : chats.length === 0
          ? html`<section><p class="soft">Ninguém escreveu ainda.</p></section>`
          : chats.map(one)
    }`,
})

const one = ({ thread, lines, isTyping }: SupportChat): Html =>
  html`<section>
    <h2>${thread.waitsSince === null ? 'Respondida' : 'À espera de resposta'}</h2>
    <dl>${lines.map((line) => shownLine(thread.threadId, line))}</dl>
    ${isTyping ? html`<p class="soft">O jogador está escrevendo…</p>` : ''}
    <form method="post" action="/atendimento">
      <input type="hidden" name="threadId" value="${thread.threadId}" />
      <label for="text-${thread.threadId}">Resposta (${thread.lang})</label>
      <textarea id="text-${thread.threadId}" name="text" maxlength="2000" required></textarea>
      <button>Responder</button>
      <button name="typing" value="1" formnovalidate>Mostrar que estou escrevendo</button>
    </form>
  </section>`

const shownLine = (
  threadId: string,
  { author, text, at, about, lineId, hasPicture }: SupportChat['lines'][number],
): Html =>
  html`<dt>${author === 'player' ? 'Jogador' : 'Casa'} · ${moment(Date.parse(at))}</dt>
    <dd>
      ${about === null ? '' : html`<code>${about.kind === 'bet' ? 'Aposta' : 'Pagamento'} ${about.id}</code><br />`}${text}${hasPicture ? html`<br /><a href="/atendimento/${threadId}/${lineId}">Foto</a>` : ''}
    </dd>`
