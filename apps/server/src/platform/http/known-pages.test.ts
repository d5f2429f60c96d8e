import { expect, test } from 'vitest'
import { robotsOf, sitemapOf, withHead } from './known-pages.ts'

const page = '<head>\n    <title>Palpite</title>\n  </head>'

test('a page is titled and described by what it is about, and no name in it becomes markup', () => {
  const name = '</script><img onerror="x"> & Filhos'
  const made = withHead(page, { title: name, about: { name } })
  expect(made).toContain('<title>&lt;/script&gt;&lt;img onerror=&quot;x&quot;&gt; &amp; Filhos</title>')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(made) ?? []
  expect(JSON.parse(data)).toEqual({ name })
})

test('crawlers are told where the pages are, in full addresses', () => {
  expect(robotsOf('https://palpite.example')).toContain('Sitemap: https://palpite.example/sitemap.xml')
  const map = sitemapOf('https://palpite.example', ['/ajuda', '/footballPage/7'])
  expect(map.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    '<loc>https://palpite.example/ajuda</loc>',
    '<loc>https://palpite.example/footballPage/7</loc>',
  ])
})
