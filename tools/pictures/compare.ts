import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'

const acceptedFolder = (folder: string): string => join(folder, 'accepted')

/** Accepts these pictures for later comparison. */
export function accept(folder: string, files: readonly string[]): void {
  mkdirSync(acceptedFolder(folder), { recursive: true })
  for (const file of files) copyFileSync(join(folder, file), join(acceptedFolder(folder), file))
}

/** The difference from the accepted picture of this name; undefined if none was accepted. */
export async function differences(
  browser: Browser,
  folder: string,
  file: string,
  png: Uint8Array,
): Promise<string[]> {
  const accepted = join(acceptedFolder(folder), file)
  if (!existsSync(accepted)) return []
  const share = await changedShare(browser, readFileSync(accepted), png)
  return share > MAX_CHANGED
    ? [`differs from the accepted picture in ${(share * 100).toFixed(1)} % of it`]
    : []
}

/** Letters shifted by a fraction of a pixel differ at their edges; a moved row differs far more. */
const MAX_CHANGED = 0.001

/** The differing fraction of two pictures, 0 to 1; 1 for different sizes. Compared in the browser. */
export async function changedShare(browser: Browser, one: Uint8Array, other: Uint8Array): Promise<number> {
  const page = await browser.newPage()
  try {
    const [a, b] = [one, other].map((png) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`)
    return (await page.evaluate(`(async () => {
      const read = async (address) => {
        const picture = new Image()
        picture.src = address
        await picture.decode()
        const { width, height } = picture
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const drawing = canvas.getContext('2d')
        drawing.drawImage(picture, 0, 0)
        return { width, height, points: drawing.getImageData(0, 0, width, height).data }
      }
      const [one, other] = await Promise.all([read('${a}'), read('${b}')])
      if (one.width !== other.width || one.height !== other.height) return 1
      let changed = 0
      for (let at = 0; at < one.points.length; at += 4) {
        const isFar = [0, 1, 2].some((colour) => Math.abs(one.points[at + colour] - other.points[at + colour]) > 24)
        if (isFar) changed += 1
      }
      return changed / (one.width * one.height)
    })()`)) as number
  } finally {
    await page.close()
  }
}
