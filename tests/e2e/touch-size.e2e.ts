import { smallTargets } from './touch-size.ts'
import { expect, test } from './test.ts'

for (const { what, html, width } of [
  { what: 'a small button', html: '<button style="width:40px;height:40px">a</button>', width: 40 },
  { what: 'a low link of its own', html: '<a href="/" style="display:block;height:30px">a</a>', width: 361 },
])
  test(`${what} is reported`, async ({ page }) => {
    await page.setContent(`<body style="margin:16px">${html}<p>words <a href="/">and a link</a> in them</p>`)
    expect(await smallTargets(page)).toEqual([expect.objectContaining({ width })])
  })
