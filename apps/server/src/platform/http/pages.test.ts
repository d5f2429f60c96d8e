import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watched } from '../../../../../tools/test/watched-logs.ts'
import { openLog } from '../log.ts'
import { servePages } from './pages.ts'

const script = 'document.documentElement.lang = 0'
const style = 'p { margin: 0 }'
const shell = `<head><title>Palpite</title><meta name="description" content="" /><script>${script}</script></head><div id="app"></div>`

/** The first match in the database. */
let first = '<b>Anta {{away}}'

const lines: string[] = []
/** As PostgreSQL's: it names a row. */
const failed = Object.assign(new Error('no database'), { detail: 'Key (cpf)=(52998224725) exists' })

let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-pages-'))
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  write('index.html', shell)
  write(
    'pages/ajuda/regras.html',
    shell.replace('Palpite', 'Regras').replace('</head>', `<style>${style}</style>$&`),
  )
  for (const lang of ['ja', 'de'])
    write(`pages/${lang}/ajuda/regras.html`, shell.replace('Palpite', `Regras (${lang})`))
  for (const lang of ['', 'ja/', 'de/'])
    write(`frames/${lang}match.html`, shell.replace('"app">', `"app"><p>${lang}{{home}} × {{away}}</p>`))
  for (const name of ['played', 'late', 'undrawn'])
    write(`pages/${name}.html`, shell.replace('Palpite', name))
  for (const lang of ['', 'ja/', 'de/'])
    write(
      `frames/${lang}played.html`,
      shell.replace('"app">', '"app">{{#matches}}<p>{{home}}</p>{{/matches}}'),
    )
  write('assets/index-1a.js', '0')
  app = fastify()
  await servePages(app, {
    api: {},
    folder,
    log: openLog('info', watched({ write: (line) => void lines.push(line) })),
    config: { publicUrl: 'https://palpite.example' },
    langs: new Set(['pt-BR', 'ja'] as const),
    known: {
      readPaths: async () => ['/footballPage/7'],
      readHead: async (path, lang) => {
        if (path === '/footballPage/8' || path.startsWith('/zgo')) throw failed
        const about = { description: `Copa (${lang})`, about: { name: 'Jabuti' } }
        if (path === '/footballPage/9') return { title: 'Grande Prêmio', ...about }
        const words = { home: '<b>Jabuti', away: 'Quati' }
        return path === '/footballPage/7'
          ? { title: 'Jabuti × Quati', ...about, frame: { name: 'match', words } }
          : undefined
      },
      readFrame: async (path, lang) => {
        if (path === '/late') return new Promise(() => undefined) // a database that hangs
        const rows = { matches: [{ home: first }, { home: lang }] }
        return ['/played', '/undrawn'].includes(path) ? { name: path.slice(1), words: {}, rows } : undefined
      },
    },
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const get = (url: string) => app.inject({ url })

test.each([
  { path: '/home', title: 'Palpite' },
  { path: '/ajuda/regras', title: 'Regras' },
  { path: '/ajuda/regras?isapp=1', title: 'Regras' },
  { path: '/footballPage/7', title: 'Jabuti × Quati' },
  { path: '/footballPage/8', title: 'Palpite' },
])(
  'S11: $path has the title $title, and allows only scripts and styles of the build',
  async ({ path, title }) => {
    const { body, headers } = await get(path)
    expect(body).toContain(`<title>${title}</title>`)
    expect(headers['cache-control']).toBe('no-cache')
    const parts = String(headers['content-security-policy']).split(';')
    expect(parts).toContain(`script-src 'self' ${hashOf(script)}`)
    expect(parts).toContain(`style-src 'self' ${hashOf(style)}`)
  },
)

test('S34: the log says why a page lacks its data, and shows neither a row nor the token of a sign-in link', async () => {
  const token = 'q3Vt0vN1ZcRr3b1nTjm2uYx8Wf5sKd7Lh9Pa4Qe6UgA'
  lines.length = 0
  expect((await get(`/zgo${token}`)).statusCode).toBe(200)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('no database')
  expect(lines[0]).not.toMatch(/52998224725|q3Vt0/)
})

test.each([
  { who: 'nobody known', headers: {}, lang: 'pt-BR' },
  { who: 'a browser in Japanese', headers: { 'accept-language': 'xx, ja-JP;q=0.9, en;q=0.8' }, lang: 'ja' },
  { who: 'a browser in a language that is not drawn', headers: { 'accept-language': 'ko' }, lang: 'pt-BR' },
  { who: 'a browser in a language the policy forbids', headers: { 'accept-language': 'de' }, lang: 'pt-BR' },
  { who: 'an address in Japanese', search: '?lang=ja', headers: { 'accept-language': 'pt-BR' }, lang: 'ja' },
  {
    who: 'somebody who chose Portuguese, at an address in Japanese',
    search: '?lang=ja',
    headers: { cookie: 'look=theme%3Ddark&language=pt-BR' },
    lang: 'pt-BR',
  },
  { who: 'somebody who chose German', headers: { cookie: 'look=theme=dark&language=de' }, lang: 'de' },
])('$who gets a prerendered page in $lang', async ({ search = '', headers, lang }) => {
  const sent = await app.inject({ url: `/ajuda/regras${search}`, headers })
  expect(sent.body).toContain(`<title>Regras${lang === 'pt-BR' ? '' : ` (${lang})`}</title>`)
  expect(sent.headers).toMatchObject({
    'content-language': lang,
    link: `<https://palpite.example/ajuda/regras${lang === 'pt-BR' ? '' : `?lang=${lang}`}>; rel="canonical"`,
  })
  expect(sent.headers['vary']).toContain('accept-language, cookie')
})

test('a prerendered page contains the database’s data, in its language and escaped', async () => {
  const { body, headers } = await app.inject({ url: '/played?lang=ja' })
  expect(body).toContain('"app"><p>&lt;b&gt;Anta {{away}}</p><p>ja</p></div>')
  expect(headers).toMatchObject({
    'content-language': 'ja',
    link: '<https://palpite.example/played?lang=ja>; rel="canonical"',
    'cache-control': 'no-cache',
  })
})

test('a page sent twice reflects the database each time', async () => {
  const headers = { 'accept-encoding': 'br' }
  const read = async () =>
    brotliDecompressSync((await app.inject({ url: '/played', headers })).rawPayload).toString()
  const before = await read()
  expect(before).toContain('<p>&lt;b&gt;Anta {{away}}</p>')
  expect(await read()).toBe(before)
  first = 'Cutia'
  expect(await read()).toContain('<p>Cutia</p>')
})

test.each(['late', 'undrawn'])('/%s is sent as prerendered if there is no data for it', async (name) => {
  const { body } = await get(`/${name}`)
  expect(body).toContain(`<title>${name}</title>`)
})

test.each([
  { accepts: 'gzip, deflate, br', encoding: 'br', unpack: brotliDecompressSync },
  { accepts: 'gzip', encoding: 'gzip', unpack: gunzipSync },
  { accepts: 'br;q=0, gzip;q=0.5', encoding: 'gzip', unpack: gunzipSync },
  { accepts: 'identity', encoding: undefined, unpack: (bytes: Buffer) => bytes },
])(
  'the page of a match is sent as $encoding to a client that accepts $accepts',
  async ({ accepts, encoding, unpack }) => {
    const { headers, rawPayload } = await app.inject({
      url: '/footballPage/7',
      headers: { 'accept-encoding': accepts },
    })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toContain('accept-encoding')
    expect(unpack(rawPayload).toString()).toContain('<title>Jabuti × Quati</title>')
  },
)

test.each([
  { path: '/footballPage/7', accepts: 'pt-BR', says: '<p>&lt;b&gt;Jabuti × Quati</p>', lang: 'pt-BR' },
  { path: '/footballPage/7', accepts: 'ja', says: '<p>ja/&lt;b&gt;Jabuti × Quati</p>', lang: 'ja' },
  { path: '/footballPage/7', accepts: 'de', says: '<p>&lt;b&gt;Jabuti × Quati</p>', lang: 'pt-BR' },
  { path: '/footballPage/9', accepts: 'ja', says: '<div id="app"></div>', lang: 'ja' },
])(
  '$path names the teams before any script, to a browser in $accepts',
  async ({ path, accepts, says, lang }) => {
    const { body, headers } = await app.inject({ url: path, headers: { 'accept-language': accepts } })
    expect(body).toContain(says)
    expect(body).toContain(`Copa (${lang})`)
    expect(headers['link']).toBe(`<https://palpite.example${path}>; rel="canonical"`)
    expect(headers['vary']).toBe('accept-encoding, accept-language, cookie')
  },
)

test('a file of the build is cached for ever, and one of an older build is not found', async () => {
  expect((await get('/assets/index-1a.js')).headers['cache-control']).toContain('immutable')
  expect((await get('/assets/index-0a.js')).statusCode).toBe(404)
})

test('crawlers find prerendered pages and those from the database', async () => {
  expect((await get('/robots.txt')).body).toContain('https://palpite.example/sitemap.xml')
  const { body } = await get('/sitemap.xml')
  expect(body).toContain('<loc>https://palpite.example/ajuda/regras</loc>')
  expect(body).toContain('<loc>https://palpite.example/ajuda/regras?lang=ja</loc>')
  expect(body).not.toContain('lang=de')
  expect(body).toContain('<loc>https://palpite.example/footballPage/7</loc>')
})
