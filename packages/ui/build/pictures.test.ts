import { expect, test } from 'vitest'
import { drawnPictures } from './pictures.ts'

test('each picture is a standalone SVG, named by a hash of its content', async () => {
  const drawn = await drawnPictures()
  expect(drawn.length).toBeGreaterThan(8)
  expect(new Set(drawn.map(({ file }) => file)).size).toBe(drawn.length)
  for (const { svg, file, name } of drawn) {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/s)
    expect(file).toMatch(new RegExp(`^assets/${name}-[0-9a-f]{8}\\.svg$`))
    // A fill that refers to an id must find it in the same file: a picture cannot use anything outside
    // itself.
    const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id)
    expect(svg).not.toMatch(/currentColor|var\(/)
  }
})
