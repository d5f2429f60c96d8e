import { expect, test } from 'vitest'
import { pageWith, withScriptsAfterPaint, withStyle } from './drawn-pages.ts'

const shell =
  '<head><meta name="description" content="a" /><title>b</title></head><body><div id="app"></div></body>'

test('a page drawn beforehand says what it is, and what cannot answer yet takes no press and no letter', () => {
  const page = pageWith(shell, {
    path: '/ajuda',
    title: 'Ajuda & regras',
    description: 'Como "tudo" funciona',
    markup: '<button type="button">Entrar</button><input name="search"/><a href="/ajuda/regras">Regras</a>',
    about: { '@type': 'FAQPage', name: '</script>' },
  })
  expect(page).toContain('<title>Ajuda &amp; regras</title>')
  expect(page).toContain('content="Como &quot;tudo&quot; funciona"')
  expect(page).toContain('<button inert="" type="button">Entrar</button><input disabled="" name="search"/>')
  expect(page).toContain('<a href="/ajuda/regras">Regras</a>')
  expect(page).toContain('"name":"\\u003c/script>"')
})

test('a page without a place for it fails the build', () => {
  const drawn = { path: '/', title: '', description: '', markup: '' }
  expect(() => pageWith('<head></head>', drawn)).toThrow('the page has no')
})

test('its style comes with it', () => {
  const page = '<link rel="stylesheet" crossorigin href="/assets/index-1a.css">'
  expect(withStyle(page, (address) => `/* ${address} $& */`)).toBe(
    '<style>/* /assets/index-1a.css $& */</style>',
  )
  expect(() => withStyle('<head></head>', String)).toThrow('no style')
})

test('its scripts are named only, for the small one in it to bring once the page is painted', () => {
  const page =
    '<head><script type="module" crossorigin src="/assets/a.js"></script><link rel="modulepreload" crossorigin href="/assets/b.js"></head><body></body>'
  expect(withScriptsAfterPaint(page, 'begin($&)')).toBe(
    '<head><meta name="app" content="/assets/a.js"><meta name="app-part" content="/assets/b.js"></head><body><script>\nbegin($&)\n</script>\n  </body>',
  )
  expect(() => withScriptsAfterPaint('<head></head><body></body>', '')).toThrow('no script')
})
