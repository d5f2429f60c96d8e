import { randomBytes } from 'node:crypto'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { firstRouteBudget, gzipBytes, withImports } from './first-route.ts'

const chunk = (fileName: string, imports: string[], code = fileName) => ({
  fileName,
  imports,
  code,
  isEntry: false,
  facadeModuleId: null,
  moduleIds: [],
})

describe('the JavaScript of the first route', () => {
  test('is the entry and all it imports, each once, and nothing lazy', () => {
    const chunks = [chunk('entry', ['a', 'b']), chunk('a', ['b']), chunk('b', ['a']), chunk('lazy', ['a'])]
    expect(withImports(chunks, chunks.slice(0, 1)).map((each) => each.fileName)).toEqual(['entry', 'a', 'b'])
  })

  test('is measured as sent: gzipped', () => {
    expect(gzipBytes([chunk('entry', [], 'x'.repeat(100_000))])).toBeLessThan(1000)
  })

  // Random text hardly compresses, so this build is a little over 2 kB.
  const code = `console.info(${JSON.stringify(randomBytes(1500).toString('base64'))})`
  const buildWithin = (maxBytes: number) =>
    build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, rolldownOptions: { input: 'first' } },
      plugins: [
        {
          name: 'source',
          resolveId: (id) => (id === 'first' ? id : undefined),
          load: (id) => (id === 'first' ? code : undefined),
        },
        firstRouteBudget({ alsoFetched: [], maxBytes }),
      ],
    })

  test('may be as large as allowed', async () => {
    await expect(buildWithin(5000)).resolves.toBeDefined()
  })

  test('fails the build if larger', async () => {
    await expect(buildWithin(1000)).rejects.toThrow('first route')
  })
})
