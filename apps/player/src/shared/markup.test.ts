import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
/** Functions that turn text into markup. Without them React and the DOM escape text. */
const makesMarkup =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc/i

const sources = ['apps/player/src', 'apps/studio', 'packages/ui/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]sx?$/.test(name) && !/node_modules|dist|\.test\./.test(name))
    .map((name) => join(folder, name)),
)

test('S11: no part of the app turns text into markup, from whatever field or message', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter((name) => makesMarkup.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
})

test('S11: markup in a name or message is shown as typed', () => {
  const typed = '<img src=x onerror=alert(1)>'
  expect(renderToStaticMarkup(createElement('p', { title: typed }, typed))).toBe(
    '<p title="&lt;img src=x onerror=alert(1)&gt;">&lt;img src=x onerror=alert(1)&gt;</p>',
  )
})
