import { html } from './html.ts'
import type { Page } from './layout.ts'

/** The posts of the house on a made-up social network. Nothing here is loaded from outside. */
const posts: readonly { at: string; says: string }[] = [
  { at: 'hoje', says: 'Rodada cheia: doze esportes, antes e durante o jogo. Qual é o seu palpite?' },
  { at: 'ontem', says: 'Toda rodada dos jogos rápidos pode ser conferida por você, no próprio app.' },
  {
    at: 'esta semana',
    says: 'Jogue com limite: em Jogo responsável você decide quanto pode perder por dia.',
  },
]

/** The house's social-media page, to which the settings menu links until another one is set. */
export const socialPage = (): Page => ({
  title: 'Palpite na rede social',
  body: html`<section>
      <h1>@palpite</h1>
      <p>Apostas esportivas e jogos, para maiores de 18 anos. Esta é a rede social de testes do sandbox.</p>
    </section>
    <section>
      <h2>Publicações</h2>
      <ul>
        ${posts.map(({ at, says }) => html`<li><b>${at}</b>: ${says}</li>`)}
      </ul>
    </section>`,
})
