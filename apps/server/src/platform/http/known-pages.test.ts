import { expect, test } from 'vitest'
import { filledWith, robotsOf, sitemapOf, withHead } from './known-pages.ts'

const page =
  '<head>\n    <title>Palpite</title><meta name="description" content="" />\n  </head><noscript></noscript>'

test('a page has the title and description of its subject, and no name in it becomes markup', () => {
  const name = '</script><img onerror="x"> & Filhos'
  const made = withHead(page, { title: name, description: 'Copa', about: { name } })
  expect(made).toContain('<title>&lt;/script&gt;&lt;img onerror=&quot;x&quot;&gt; &amp; Filhos</title>')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(made) ?? []
  expect(JSON.parse(data)).toEqual({ name })
  expect(made).toContain('content="Copa"')
  expect(made).toContain(
    '<noscript><h1>&lt;/script&gt;&lt;img onerror=&quot;x&quot;&gt; &amp; Filhos</h1><p>Copa</p></noscript>',
  )
})

test('a frame has one row per item, and names in it are neither markup nor placeholders', () => {
  const frame = '<h2>{{title}}</h2>{{#matches}}<p>{{home}} × {{away}}</p>{{/matches}}<i>{{missing}}</i>'
  const rows = {
    matches: [
      { home: '{{title}}', away: '<b>' },
      { home: 'Anta', away: '$&' },
    ],
  }
  expect(filledWith(frame, { words: { title: 'Copa' }, rows })).toBe(
    '<h2>Copa</h2><p>{{title}} × &lt;b&gt;</p><p>Anta × $&amp;</p><i></i>',
  )
  expect(filledWith(frame, { words: { title: 'Copa' } })).toBe('<h2>Copa</h2><i></i>')
})

test('the sitemap lists pages with full addresses', () => {
  expect(robotsOf('https://palpite.example')).toContain('Sitemap: https://palpite.example/sitemap.xml')
  const map = sitemapOf('https://palpite.example', [
    { path: '/ajuda', langs: ['pt-BR', 'ja'] },
    { path: '/footballPage/7', langs: ['pt-BR'] },
  ])
  expect(map.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    '<loc>https://palpite.example/ajuda</loc>',
    '<loc>https://palpite.example/ajuda?lang=ja</loc>',
    '<loc>https://palpite.example/footballPage/7</loc>',
  ])
  const others = [...map.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(
    ([, lang, to]) => `${lang} ${to}`,
  )
  expect(new Set(others)).toEqual(
    new Set([
      'pt-BR https://palpite.example/ajuda',
      'ja https://palpite.example/ajuda?lang=ja',
      'x-default https://palpite.example/ajuda',
    ]),
  )
  expect(others).toHaveLength(6)
})
