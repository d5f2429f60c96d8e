import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { openBrowser } from './browser.ts'

test('opens a real browser that draws, lays out and runs a page at the size of a phone', async () => {
  const browser = await openBrowser()
  try {
    for (const colour of ['rgb(10, 20, 30)', 'rgb(200, 100, 0)']) {
      const context = await browser.newContext({ viewport: { width: 393, height: 852 } })
      const page = await context.newPage()
      await page.setContent(`<body style="margin:0;background:${colour}"><h1>Olá, R$ 100,00</h1>`)
      expect(await page.locator('h1').evaluate((heading) => heading.getBoundingClientRect().width)).toBe(393)
      expect((await page.screenshot()).length).toBeGreaterThan(2_000)
      await context.close()
    }
  } finally {
    await browser.close()
  }
})

test("keeps the page's own security: one site cannot read another", async () => {
  const server = createServer((_request, response) => response.end('secret'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://localhost:${port}/`)
    const read = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'read',
          () => 'refused',
        ),
      `http://127.0.0.1:${port}/`,
    )
    expect(read).toBe('refused')
  } finally {
    await browser.close()
    server.close()
  }
})
