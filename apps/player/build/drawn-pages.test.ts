import { expect, test } from 'vitest'
import { fileOf, pageWith, withParts, withScriptsAfterPaint, withStyle, withTextsOf } from './drawn-pages.ts'

const shell =
  '<html lang="pt-BR"><head><meta name="description" content="a" /><title>b</title></head><body><div id="app"></div><noscript>c</noscript></body>'

test('a page drawn beforehand says what it is, and what cannot answer yet takes no press and no letter', () => {
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

test('a page without a place for it fails the build', () => {
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

test('the styles of its screen are in it, and its scripts are named with the others', () => {
  const parts = { scripts: ['assets/MinesPage-1.js'], styles: ['assets/MinesPage-2.css'] }
  expect(withParts('<head></head>', parts, (address) => `/* ${address} $& */`)).toBe(
    '<head><style>/* assets/MinesPage-2.css $& */</style><meta name="app-part" content="/assets/MinesPage-1.js"></head>',
  )
})

test('a page in another language stands in a folder of that language, and brings its texts and its manifest', () => {
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
