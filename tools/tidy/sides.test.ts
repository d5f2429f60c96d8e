import { expect, test } from 'vitest'
import { untidySides } from './sides.ts'

const sheet = 'packages/ui/src/a.css'
const part = 'apps/player/src/app/a.tsx'

test.each([
  [sheet, '.pay { margin-left: var(--gap) }'],
  [sheet, '.pay {\n  right: 0;\n}'],
  [sheet, '.pay { text-align: left }'],
  [sheet, '.pay { border-radius: 0 1rem 1rem 0 }'],
  [sheet, '.pay { border-top-left-radius: 1rem }'],
  ['apps/server/src/cashier/pay-page/pay.css', '.pay { padding-right: 1rem }'],
  [part, '<i className="grid ml-12" />'],
  [part, '<i className="wide:-mr-4" />'],
  [part, '<i className="rounded-tl-8" />'],
  [part, '<i className="wide:[margin-left:auto]" />'],
  ['packages/ui/src/row.ts', `const row = 'border-l'`],
  [part, '<i className="text-left" />'],
  [part, `<i style={{ top: 0, left: '50%' }} />`],
])('a style of %s that could not be mirrored is caught: %s', (file, text) => {
  expect(untidySides(new Map([[file, text]]))).toHaveLength(1)
})

test.each([
  [sheet, '.pay { margin-inline-start: var(--gap); border-radius: 1rem; inset-inline-end: 0 }'],
  [part, `<i className="ms-12 text-start end-0" style={{ insetInlineStart: 0 }}>{t('a.b', { left })}</i>`],
])('a style of %s that follows the script is left alone', (file, text) => {
  expect(untidySides(new Map([[file, text]]))).toEqual([])
})
