import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languageTable, textLanguages } from '@palpite/contract/languages'
import { describe, expect, test } from 'vitest'
import { formatPercent } from '../../shared/format/format.ts'
import { readTexts } from '../../../build/texts.ts'
import { articlesOf, readArticles, rulesOf } from './articles.ts'
import { blocksOf } from './document.ts'
import { figureNames, type Rules } from './figures.ts'
import { policies, rules, shownIn } from './testing/shown-articles.ts'

const localesFolder = join(import.meta.dirname, '../../locales')

describe('the figures of the articles', () => {
  test.each(textLanguages)("the games' returns in %s match the code", async (language) => {
    const bodyOf = async (slug: string) =>
      (await readArticles(language)).find((one) => one.slug === slug)?.body ?? ''
    const number = (value: number, places: number) =>
      new Intl.NumberFormat(language, { minimumFractionDigits: places }).format(value)
    const texts = readTexts(localesFolder, languageTable[language].texts)
    const rows = await bodyOf('rowDouble')
    for (const difficulty of ['easy', 'medium', 'hard', 'expert', 'master']) {
      expect(rows).toContain(`*${texts[`games.records.${difficulty}`]}*`)
    }
    for (const figure of [number(1.96, 2), number(501.76, 2), '3/4', '2/3', '1/3', '1/4']) {
      expect(rows).toContain(figure)
    }
    expect(rows).toContain(formatPercent(0.98, language, 2))
    expect(await bodyOf('mines')).toContain('25')
    expect(await bodyOf('mines')).toContain('24')
    expect(await bodyOf('dice')).toContain(number(10_001, 0))
    expect(await bodyOf('limbo')).toContain(number(1.01, 2))
    expect(await bodyOf('limbo')).toContain(number(1_000_000, 0))
    expect(await bodyOf('double')).toContain('15')
    expect(await bodyOf('double')).toContain(formatPercent(14 / 15, language, 2))
    expect(await bodyOf('luckyColor')).toContain(formatPercent(0.96, language, 2))
    expect(await bodyOf('slip')).toContain('12')
  })

  test.each([
    {
      language: 'pt-BR',
      double: 'A cada 30 segundos,',
      rooms: '30 segundos, 1 minuto, 3 minutos e 5 minutos.',
    },
    {
      language: 'en',
      double: 'Every 30 seconds or so',
      rooms: '30 seconds, 1 minute, 3 minutes, and 5 minutes.',
    },
    { language: 'ru', double: 'каждые 30 секунд ', rooms: ': 30 секунд, 1 минута, 3 минуты и 5 минут.' },
  ] as const)(
    'how long rounds last stands in $language as the rooms have it',
    async ({ language, double, rooms }) => {
      const articles = await readArticles(language)
      const bodyOf = (slug: string) => articles.find((one) => one.slug === slug)?.body
      expect(bodyOf('double')).toContain(double)
      expect(bodyOf('luckyColor')).toContain(rooms)
    },
  )

  test.each(textLanguages)('no round duration is typed by hand in %s', (language) => {
    const file = join(localesFolder, languageTable[language].texts, 'help/articles.md')
    const typed = articlesOf(readFileSync(file, 'utf8')).filter(({ slug, body }) => {
      const first = body.split('\n')[0] ?? ''
      return ['double', 'luckyColor'].includes(slug) && /30/.test(first)
    })
    expect(typed).toEqual([])
  })

  test("every figure comes from the code or a call, and no configurable one is in an article's opening", async () => {
    const known = Object.values(figureNames).flat()
    const unknown: string[] = []
    for (const { slug, body } of await readArticles('pt-BR')) {
      const names = [...body.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      unknown.push(...names.filter((name) => !known.includes(name)).map((name) => `${slug}: ${name}`))
      // The opening is the page's description, rendered before any call.
      const [first] = blocksOf(body)
      expect(first?.kind === 'paragraph' && first.words.includes('{')).toBe(false)
    }
    expect(unknown).toEqual([])
    const articles = (await readArticles('pt-BR')).map(({ body }) => body).join()
    expect(known.filter((name) => !articles.includes(`{${name}}`))).toEqual([])
  })

  test('an article requests only the numbers it mentions', async () => {
    const articles = await readArticles('pt-BR')
    const asked = (slug: string) => articles.filter((one) => one.slug === slug).flatMap(rulesOf)
    expect(asked('withdraw')).toEqual(['orders'])
    expect(asked('bonus').toSorted()).toEqual(['orders', 'rewards'])
    expect(asked('cashOut')).toEqual(['bets'])
    expect(asked('mines')).toEqual([])
  })

  test('a number changed by an operator is shown with its new value', async () => {
    const bodyOf = async (slug: string, set: Rules, language: Language = 'pt-BR') =>
      (await shownIn(language, { set })).find((one) => one.slug === slug)?.body
    const { orders, rewards, bets } = rules
    const withdraw = (more: object) => bodyOf('withdraw', { orders: orders && { ...orders, ...more } })
    expect(await withdraw({})).toContain(
      'o saque sai em até 10 minutos ou, se precisar de análise, em até 2 horas.',
    )
    expect(await withdraw({ payoutPromiseSeconds: 60 })).toContain('em até 1 minuto ou')
    expect(await withdraw({ withdrawMinCents: 2550 })).toMatch(/vai de R\$\s25,50 a R\$\s10\.000,00/)
    expect(await withdraw({ newKeyWaitSeconds: 172_800 })).toContain('esperam 2 dias')
    expect(await bodyOf('deposit', rules)).toContain('vale por 30 minutos')
    expect(
      await bodyOf('deposit', { orders: orders && { ...orders, orderLifeSeconds: 90 } }, 'en'),
    ).toContain('good for 90 seconds')
    expect(await bodyOf('bonus', rules)).toContain('são 1× o depósito e depois 2× o bônus')
    expect(await bodyOf('bonus', { orders, rewards: rewards && { ...rewards, wageredTimes: 5 } })).toContain(
      'vira saldo com 5× o valor',
    )
    expect(await bodyOf('bonus', rules)).toContain('O prazo é de 30 dias')
    expect(await bodyOf('invite', rules)).toContain('A comissão é de 0,3% das apostas')
    expect(await bodyOf('slip', { bets: bets && { ...bets, minStakeCents: 250 } })).toMatch(
      /mínima é de R\$\s2,50/,
    )
    expect(await bodyOf('football', { bets: bets && { ...bets, betDelayMs: 5000 } })).toContain(
      'espera 5 segundos',
    )
  })

  test('a pending figure leaves a blank, and no braces', async () => {
    const gaps = (await shownIn('pt-BR', { set: {} })).find(({ slug }) => slug === 'deposit')
    expect(gaps?.body).toContain('O código vale por ….')
    expect(gaps?.body).not.toMatch(/[{}]/)
  })

  test.each(textLanguages)(
    'where money leaves to the own CPF alone and no gifts are given, %s says so',
    async (language) => {
      const brazil = await shownIn(language, { policy: 'brazil' })
      const withdraw = (articles: typeof brazil) =>
        articles.find(({ slug }) => slug === 'withdraw')?.body ?? ''
      expect(withdraw(brazil)).not.toMatch(/CNPJ|USDT|VIP/)
      expect(withdraw(await shownIn(language))).toMatch(/CNPJ[^]*USDT[^]*VIP/)
      const rewards = [
        'bonus',
        'depositBonus',
        'gameBonus',
        'checkIn',
        'promotions',
        'vip',
        'invite',
        'freeRounds',
      ]
      const ofBets = ['freeBet', 'boostedPrice', 'boostedMultiple', 'insurance', 'earlyPayout']
      const hidden = [...rewards, ...ofBets]
      expect(brazil.map(({ slug }) => slug)).toEqual(
        (await shownIn(language)).map(({ slug }) => slug).filter((slug) => !hidden.includes(slug)),
      )
    },
  )

  test('Portuguese explains the confirmation of a new key, and under the Brazilian profile the own CPF', async () => {
    const bodyIn = async (policy: keyof typeof policies) =>
      (await shownIn('pt-BR', { policy })).find(({ slug }) => slug === 'withdraw')?.body
    expect(await bodyIn('spec')).toContain('mandamos também um código para o seu e-mail')
    expect(await bodyIn('brazil')).toContain('só para o seu próprio CPF')
    expect(await bodyIn('brazil')).not.toContain('código')
    const deposit = async (policy: keyof typeof policies) =>
      (await shownIn('pt-BR', { policy })).find(({ slug }) => slug === 'deposit')?.body
    expect(await deposit('brazil')).toContain('Um pagamento de outra pessoa é devolvido.')
    expect(await deposit('spec')).not.toContain('outra pessoa')
    const cashOut = async (policy: keyof typeof policies) =>
      (await shownIn('pt-BR', { policy })).find(({ slug }) => slug === 'cashOut')?.body
    expect(await cashOut('brazil')).not.toMatch(/grátis|turbinada|falta apostar/)
    expect(await cashOut('spec')).toMatch(/grátis[^]*turbinada[^]*falta apostar/)
  })

  test("Portuguese states limbo's lowest return beside its usual one", async () => {
    const limbo = (await readArticles('pt-BR')).find(({ slug }) => slug === 'limbo')?.body
    expect(limbo).toMatch(/99%[^]*95,37%/)
  })

  test('figures come from the code that pays', async () => {
    const bodyOf = async (language: Language, slug: string) =>
      (await readArticles(language)).find((one) => one.slug === slug)?.body
    expect(await bodyOf('pt-BR', 'mines')).toContain('99,44%')
    expect(await bodyOf('pt-BR', 'dice')).toContain('98,99%')
    expect(await bodyOf('en', 'mines')).toContain('99.44%')
    expect(await bodyOf('pt-BR', 'double')).toContain('branco paga 14 vezes')
    expect(await bodyOf('de', 'luckyColor')).toContain('1,92-Fache')
  })
})
