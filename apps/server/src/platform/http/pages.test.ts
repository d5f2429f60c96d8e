import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { servePages } from './pages.ts'

const script = 'document.documentElement.lang = 0'
const style = 'p { margin: 0 }'
const shell = `<head><title>Palpite</title><script>${script}</script></head><div id="app"></div>`

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
  write('assets/index-1a.js', '0')
  app = fastify()
  await servePages(app, {
    api: {},
    folder,
    log: openLog('silent'),
    config: { publicUrl: 'https://palpite.example' },
    known: {
      readPaths: async () => ['/footballPage/7'],
      readHead: async (path) => {
        if (path === '/footballPage/8') throw new Error('no database')
        return path === '/footballPage/7' ? { title: 'Jabuti × Quati', about: { name: 'Jabuti' } } : undefined
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
  'S11: $path is $title, and takes scripts and styles of the build and no others',
  async ({ path, title }) => {
    const { body, headers } = await get(path)
    expect(body).toContain(`<title>${title}</title>`)
    expect(headers['cache-control']).toBe('no-cache')
    const parts = String(headers['content-security-policy']).split(';')
    expect(parts).toContain(`script-src 'self' ${hashOf(script)}`)
    expect(parts).toContain(`style-src 'self' ${hashOf(style)}`)
  },
)

test('a file of the build is good for ever, and one of an older build is not found', async () => {
  expect((await get('/assets/index-1a.js')).headers['cache-control']).toContain('immutable')
  expect((await get('/assets/index-0a.js')).statusCode).toBe(404)
})

test('crawlers find what is drawn beforehand and what is in the database', async () => {
  expect((await get('/robots.txt')).body).toContain('https://palpite.example/sitemap.xml')
  const { body } = await get('/sitemap.xml')
  expect(body).toContain('<loc>https://palpite.example/ajuda/regras</loc>')
  expect(body).toContain('<loc>https://palpite.example/footballPage/7</loc>')
})
