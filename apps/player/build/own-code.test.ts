import { randomBytes } from 'node:crypto'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { ownCodeBudget } from './own-code.ts'

// Random text hardly compresses, so each of these weighs a little over 2 kB.
const heavy = () => `console.info(${JSON.stringify(randomBytes(1500).toString('base64'))})`
const sources: Record<string, string> = {
  shell: `import 'shared'; import('game')`,
  shared: heavy(),
  game: `import 'shared'; ${heavy()}`,
}

const buildWithin = (maxBytes: number, page = /^game$/) =>
  build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: 'shell' } },
    plugins: [
      {
        name: 'source',
        resolveId: (id) => (id in sources ? id : undefined),
        load: (id) => sources[id],
      },
      ownCodeBudget({ fetchedBefore: [], pages: [page], maxBytes }),
    ],
  })

test('a page weighs what it needs beside what came with the first route', async () => {
  await expect(buildWithin(3000)).resolves.toBeDefined()
})

test('the build fails when a page weighs more, or is not found', async () => {
  await expect(buildWithin(1000)).rejects.toThrow('of its own')
  await expect(buildWithin(3000, /^none$/)).rejects.toThrow('measure nothing')
})
