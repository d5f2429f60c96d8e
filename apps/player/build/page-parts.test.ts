import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { pageModules, type PageParts, partsOf, registeringFiles } from './page-parts.ts'

const root = join(import.meta.dirname, '..')

test('the pages are those the features register', () => {
  const modules = pageModules(registeringFiles(root))
  expect(modules.get('mines')).toBe(join(root, 'src/features/games/mines/MinesPage.tsx'))
  expect(modules.get('event')).toBe(join(root, 'src/features/sportsbook/event/EventPage.tsx'))
  expect(modules.get('help')).toBe(join(root, 'src/app/help/HelpPage.tsx'))
})

const sources: Record<string, string> = {
  shell: `import 'shared'; import('game'); import('other')`,
  shared: `console.info('shared')`,
  game: `import 'shared'; import 'board'; console.info('game')`,
  other: `import 'board'; console.info('other')`,
  board: `console.info('board')`,
}

const partsBuilt = async (module: string): Promise<PageParts> => {
  let parts: PageParts = { scripts: [], styles: [] }
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: 'shell' } },
    plugins: [
      {
        name: 'source',
        resolveId: (id) => (id in sources ? id : undefined),
        load: (id) => sources[id],
        generateBundle: (_options, bundle) => void (parts = partsOf(bundle, module)),
      },
    ],
  })
  return parts
}

test('a page has its own scripts, without the shared ones', async () => {
  const { scripts } = await partsBuilt('game')
  const names = scripts.map((name) => /assets\/(\w+)-/.exec(name)?.[1])
  expect(new Set(names)).toEqual(new Set(['board', 'game']))
})

test('a page missing from the build is an error', async () => {
  await expect(partsBuilt('none')).rejects.toThrow('no chunk holds none')
})
