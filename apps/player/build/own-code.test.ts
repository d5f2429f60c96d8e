import { randomBytes } from 'node:crypto'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { ownCodeBudget } from './own-code.ts'

// Random text hardly compresses, so each is a little over 2 kB.
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

test('a page is measured without what the first route loads', async () => {
  await expect(buildWithin(3000)).resolves.toBeDefined()
})

test('the build fails if a page is too large, or missing', async () => {
  await expect(buildWithin(1000)).rejects.toThrow('of its own')
  await expect(buildWithin(3000, /^none$/)).rejects.toThrow('measure nothing')
})
