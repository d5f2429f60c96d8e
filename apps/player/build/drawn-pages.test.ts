import { expect, test } from 'vitest'
import { fileOf, pageWith, withParts, withScriptsAfterPaint, withStyle, withTextsOf } from './drawn-pages.ts'

const shell =
  '<html lang="pt-BR"><head><meta name="description" content="a" /><title>b</title></head><body><div id="app"></div><noscript>c</noscript></body>'

test('a prerendered page has its metadata, and controls that cannot work yet are disabled', () => {
  const page = pageWith(shell, {
    path: '/ajuda',
    screen: 'help',
    language: 'de',
    title: 'Ajuda & regras',
    description: 'Como "tudo" funciona',
    markup: '<button type="button">Entrar</button><input name="search"/><a href="/ajuda/regras">Regras</a>',
    needsScript: 'Palpite braucht JavaScript.',
    about: { '@type': 'FAQPage', name: '</script>' },
  })
  expect(page).toContain('<html lang="de">')
  expect(page).toContain('<noscript>Palpite braucht JavaScript.</noscript>')
  expect(page).toContain('<title>Ajuda &amp; regras</title>')
  expect(page).toContain('content="Como &quot;tudo&quot; funciona"')
  expect(page).toContain('<button inert="" type="button">Entrar</button><input disabled="" name="search"/>')
  expect(page).toContain('<a href="/ajuda/regras">Regras</a>')
  expect(page).toContain('"name":"\\u003c/script>"')
})

test('a page without a placeholder fails the build', () => {
  const drawn = {
    path: '/',
    screen: 'home',
    language: 'pt-BR',
    title: '',
    description: '',
    markup: '',
    needsScript: '',
  } as const
  expect(() => pageWith('<head></head>', drawn)).toThrow('the page has no')
})

test('its style is inlined', () => {
  const page = '<link rel="stylesheet" crossorigin href="/assets/index-1a.css">'
  expect(withStyle(page, (address) => `/* ${address} $& */`)).toBe(
    '<style>/* /assets/index-1a.css $& */</style>',
  )
  expect(() => withStyle('<head></head>', String)).toThrow('no style')
})

test('its scripts are only named, and loaded after the first paint', () => {
  const page =
    '<head><script type="module" crossorigin src="/assets/a.js"></script><link rel="modulepreload" crossorigin href="/assets/b.js"></head><body></body>'
  expect(withScriptsAfterPaint(page, 'begin($&)')).toBe(
    '<head><meta name="app" content="/assets/a.js"><meta name="app-part" content="/assets/b.js"></head><body><script>\nbegin($&)\n</script>\n  </body>',
  )
  expect(() => withScriptsAfterPaint('<head></head><body></body>', '')).toThrow('no script')
})

test("its screen's styles are inlined, and its scripts are named with the others", () => {
  const parts = { scripts: ['assets/MinesPage-1.js'], styles: ['assets/MinesPage-2.css'] }
  expect(withParts('<head></head>', parts, (address) => `/* ${address} $& */`)).toBe(
    '<head><style>/* assets/MinesPage-2.css $& */</style><meta name="app-part" content="/assets/MinesPage-1.js"></head>',
  )
})

test("a page in another language is in that language's folder, with its texts and manifest", () => {
  expect(fileOf({ path: '/', language: 'pt-BR' })).toBe('index.html')
  expect(fileOf({ path: '/ajuda/artigos/mines', language: 'ja' })).toBe('ja/ajuda/artigos/mines.html')
  const page =
    '<link rel="manifest" href="/manifest.webmanifest"><meta name="app-part" content="/assets/texts-pt-BR-first-1-a.js">'
  expect(
    withTextsOf(page, 'ja', ['texts-ja-rest-3.js', 'texts-ja-first-2.js.gz', 'texts-ja-first-2.js']),
  ).toBe(
    '<link rel="manifest" href="/manifest.ja.webmanifest"><meta name="app-part" content="/assets/texts-ja-first-2.js">',
  )
  expect(() => withTextsOf(page, 'ja', [])).toThrow('no first texts in ja')
})
